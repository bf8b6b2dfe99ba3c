/** Operations of graphql/client; written by codegen. */
import type { MutationDocument, QueryDocument } from '../document.js';
import type * as Types from './types.js';

export const ConfigureEst: MutationDocument<Types.ConfigureEstMutation, Types.ConfigureEstMutationVariables> = {
  kind: "mutation",
  name: "ConfigureEst",
  hash: "6331b83535fa90b6f82c5e8ef89cc67272fe1ab7d304d2bbf15108c5e7e0a59b",
  text: "mutation ConfigureEst($input:ConfigureEstInput!){configureEst(input:$input){estConfig{...EstConfigSummary}problems{...ProblemFields}}}fragment EstConfigSummary on EstConfig{enabled defaultMount defaultPathPolicy labelToPathPolicy{label pathPolicy}authenticators{userpass{accessor}cert{accessor certRole}}enableSentinelParsing auditFields lastUpdated}fragment ProblemFields on Problem{code message field}",
};
export const EstConfig: QueryDocument<Types.EstConfigQuery, Types.EstConfigQueryVariables> = {
  kind: "query",
  name: "EstConfig",
  hash: "d71192601e87c081a5d72d7dd5ad6bd1ad56cfb0785080d944e534b767191183",
  text: "query EstConfig($mount:String!=\"pki\"){estConfig(mount:$mount){...EstConfigSummary}}fragment EstConfigSummary on EstConfig{enabled defaultMount defaultPathPolicy labelToPathPolicy{label pathPolicy}authenticators{userpass{accessor}cert{accessor certRole}}enableSentinelParsing auditFields lastUpdated}",
};