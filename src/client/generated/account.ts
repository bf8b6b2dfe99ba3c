/** Operations of graphql/client; written by codegen. */
import type { QueryDocument } from '../document.js';
import type * as Types from './types.js';

export const Me: QueryDocument<Types.MeQuery, Types.MeQueryVariables> = {
  kind: "query",
  name: "Me",
  hash: "ebe73d82bbd74a07cbf3c1175691382e3e9016078c6f09935b96402c87a99638",
  text: "query Me{me{id username email isSiteAdmin}}",
};
export const Organizations: QueryDocument<Types.OrganizationsQuery, Types.OrganizationsQueryVariables> = {
  kind: "query",
  name: "Organizations",
  hash: "3fc376f295a471e9ca926cd1ad388e95a3ae25072f99d3b8fb5bd7f52a6525ff",
  text: "query Organizations($filter:OrganizationFilter$first:Int$after:String){organizations(filter:$filter first:$first after:$after){nodes{id name createdAt}pageInfo{...PageFields}}}fragment PageFields on PageInfo{hasNextPage endCursor}",
};