/** Operations of graphql/client; written by codegen. */
import type { MutationDocument, QueryDocument } from '../document.js';
import type * as Types from './types.js';

export const ConfigureEst: MutationDocument<Types.ConfigureEstMutation, Types.ConfigureEstMutationVariables> = {
  kind: "mutation",
  name: "ConfigureEst",
  hash: "92e6886995790a9cfe4afda6f8905d997492ba5f1b325456a971542c14470ea0",
  text: "mutation ConfigureEst($input:ConfigureEstInput!){configureEst(input:$input){estConfig{...EstConfigSummary}problems{...ProblemFields}}}fragment EstConfigSummary on EstConfig{enabled defaultMount defaultPathPolicy labelToPathPolicy{label pathPolicy}authenticators{userpass{accessor}cert{accessor certRole}}enableSentinelParsing auditFields updatedAt}fragment ProblemFields on Problem{code message field}",
};
export const EstConfig: QueryDocument<Types.EstConfigQuery, Types.EstConfigQueryVariables> = {
  kind: "query",
  name: "EstConfig",
  hash: "5a7ff43ec3f148acad51b53c677e36e8c87948db5d85d5753febcdda83f0c722",
  text: "query EstConfig($mount:String!=\"pki\"){estConfig(mount:$mount){...EstConfigSummary}}fragment EstConfigSummary on EstConfig{enabled defaultMount defaultPathPolicy labelToPathPolicy{label pathPolicy}authenticators{userpass{accessor}cert{accessor certRole}}enableSentinelParsing auditFields updatedAt}",
};