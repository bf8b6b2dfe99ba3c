/** Operations of graphql/client; written by codegen. */
import type { MutationDocument, QueryDocument } from '../document.js';
import type * as Types from './types.js';

export const CreateMount: MutationDocument<Types.CreateMountMutation, Types.CreateMountMutationVariables> = {
  kind: "mutation",
  name: "CreateMount",
  hash: "09a342cb4790571248428b749ba6c21bdb7bf8e7895237972f2221c981cb0185",
  text: "mutation CreateMount($input:CreateMountInput!){createMount(input:$input){mount{...MountSummary tuning}problems{...ProblemFields}}}fragment MountSummary on Mount{id path accessor createdAt defaultLeaseTtl description effectiveDefaultTtl effectiveMaxTtl maxLeaseTtl type updatedAt}fragment ProblemFields on Problem{code message field}",
};
export const DeleteMount: MutationDocument<Types.DeleteMountMutation, Types.DeleteMountMutationVariables> = {
  kind: "mutation",
  name: "DeleteMount",
  hash: "9c0ec2d922fcd6ca93cc1c97668fe2ee865e2178b4b98a69c4f4b7e6622ae67f",
  text: "mutation DeleteMount($input:DeleteMountInput!){deleteMount(input:$input){deletedId problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
};
export const Mount: QueryDocument<Types.MountQuery, Types.MountQueryVariables> = {
  kind: "query",
  name: "Mount",
  hash: "792b04f1c2d3c99b395a365217670725d347647b745dd4a6e7559c217aa44cbb",
  text: "query Mount($path:String!){mount(path:$path){...MountSummary tuning}}fragment MountSummary on Mount{id path accessor createdAt defaultLeaseTtl description effectiveDefaultTtl effectiveMaxTtl maxLeaseTtl type updatedAt}",
};
export const MountMove: QueryDocument<Types.MountMoveQuery, Types.MountMoveQueryVariables> = {
  kind: "query",
  name: "MountMove",
  hash: "9624de58025bad264331b77c7d9d88f78d8f85565978a5dda8662183fa89891c",
  text: "query MountMove($moveId:ID!){mountMove(moveId:$moveId){moveId source target movedAt}}",
};
export const Mounts: QueryDocument<Types.MountsQuery, Types.MountsQueryVariables> = {
  kind: "query",
  name: "Mounts",
  hash: "c439864ddad5a5f3948fdb2a41996d3de5682803567d8d39a3b9be0e69d25dad",
  text: "query Mounts($first:Int$after:String){mounts(first:$first after:$after){nodes{id path description}pageInfo{...PageFields}}}fragment PageFields on PageInfo{hasNextPage endCursor}",
};
export const MoveMount: MutationDocument<Types.MoveMountMutation, Types.MoveMountMutationVariables> = {
  kind: "mutation",
  name: "MoveMount",
  hash: "0f43215c3ab63e0852092d5695d62654a96f64e5be2e57843ffbe1a6054d20ab",
  text: "mutation MoveMount($input:MoveMountInput!){moveMount(input:$input){mount{...MountSummary tuning}problems{...ProblemFields}}}fragment MountSummary on Mount{id path accessor createdAt defaultLeaseTtl description effectiveDefaultTtl effectiveMaxTtl maxLeaseTtl type updatedAt}fragment ProblemFields on Problem{code message field}",
};
export const TuneMount: MutationDocument<Types.TuneMountMutation, Types.TuneMountMutationVariables> = {
  kind: "mutation",
  name: "TuneMount",
  hash: "ea5e37d492d470851499bbef767c68eb769199bd7fc580d77b644d5aef9f8af1",
  text: "mutation TuneMount($input:TuneMountInput!){tuneMount(input:$input){mount{...MountSummary tuning}problems{...ProblemFields}}}fragment MountSummary on Mount{id path accessor createdAt defaultLeaseTtl description effectiveDefaultTtl effectiveMaxTtl maxLeaseTtl type updatedAt}fragment ProblemFields on Problem{code message field}",
};
export const VisibleMounts: QueryDocument<Types.VisibleMountsQuery, Types.VisibleMountsQueryVariables> = {
  kind: "query",
  name: "VisibleMounts",
  hash: "36a1eb1216e277e011b04706eabae1d954d01346593cccf4432084ab607e5cc5",
  text: "query VisibleMounts($first:Int$after:String){visibleMounts(first:$first after:$after){nodes{...MountSummary}pageInfo{...PageFields}}}fragment MountSummary on Mount{id path accessor createdAt defaultLeaseTtl description effectiveDefaultTtl effectiveMaxTtl maxLeaseTtl type updatedAt}fragment PageFields on PageInfo{hasNextPage endCursor}",
};