/** Operations of graphql/client; written by codegen. */
import type { MutationDocument, QueryDocument } from '../document.js';
import type * as Types from './types.js';

export const DeleteManagedKey: MutationDocument<Types.DeleteManagedKeyMutation, Types.DeleteManagedKeyMutationVariables> = {
  kind: "mutation",
  name: "DeleteManagedKey",
  hash: "278a88a78f7909e431a9aaf27a1d2b85fe03af5d69b5f8d39317e46271f0256f",
  text: "mutation DeleteManagedKey($input:DeleteManagedKeyInput!){deleteManagedKey(input:$input){deletedId problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
};
export const ManagedKey: QueryDocument<Types.ManagedKeyQuery, Types.ManagedKeyQueryVariables> = {
  kind: "query",
  name: "ManagedKey",
  hash: "63ca00d3a197bafcd9508c1b286af3bbd04a4d16dce9976a70c9132589c3cd1a",
  text: "query ManagedKey($name:String!){managedKey(name:$name){...ManagedKeySummary}}fragment ManagedKeySummary on ManagedKey{id name uuid library slot tokenLabel keyLabel tokenKeyId mechanism keyBits curve allowGenerateKey allowReplaceKey allowStoreKey anyMount forceRwSession maxParallel usages pinRefusedAt createdAt updatedAt}",
};
export const ManagedKeys: QueryDocument<Types.ManagedKeysQuery, Types.ManagedKeysQueryVariables> = {
  kind: "query",
  name: "ManagedKeys",
  hash: "74a7d1e92f5c0cbb35903be95cada385003f529ab2872a47d7169e92c05e0ad5",
  text: "query ManagedKeys($first:Int$after:String){managedKeys(first:$first after:$after){nodes{id name}pageInfo{...PageFields}}}fragment PageFields on PageInfo{hasNextPage endCursor}",
};
export const TestManagedKey: MutationDocument<Types.TestManagedKeyMutation, Types.TestManagedKeyMutationVariables> = {
  kind: "mutation",
  name: "TestManagedKey",
  hash: "3f99f03aac0d468d1987e08e2ea0c35ea66346a66084c384c0429ef1d1ce4deb",
  text: "mutation TestManagedKey($input:TestManagedKeyInput!){testManagedKey(input:$input){managedKey{id name}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
};
export const WriteManagedKey: MutationDocument<Types.WriteManagedKeyMutation, Types.WriteManagedKeyMutationVariables> = {
  kind: "mutation",
  name: "WriteManagedKey",
  hash: "20c26f8c15a2ae18964a85e144cbada0915ab0a3319f71c592311912e978c687",
  text: "mutation WriteManagedKey($input:WriteManagedKeyInput!){writeManagedKey(input:$input){managedKey{...ManagedKeySummary}problems{...ProblemFields}}}fragment ManagedKeySummary on ManagedKey{id name uuid library slot tokenLabel keyLabel tokenKeyId mechanism keyBits curve allowGenerateKey allowReplaceKey allowStoreKey anyMount forceRwSession maxParallel usages pinRefusedAt createdAt updatedAt}fragment ProblemFields on Problem{code message field}",
};