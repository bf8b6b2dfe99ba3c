/** Operations of graphql/client; written by codegen. */
import type { MutationDocument, QueryDocument } from '../document.js';
import type * as Types from './types.js';

export const DeleteKey: MutationDocument<Types.DeleteKeyMutation, Types.DeleteKeyMutationVariables> = {
  kind: "mutation",
  name: "DeleteKey",
  hash: "98b573a199ddfe0711001a756934343acecf73fed3dda04827731780eeb590b2",
  text: "mutation DeleteKey($input:DeleteKeyInput!){deleteKey(input:$input){deletedId problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
};
export const GenerateKey: MutationDocument<Types.GenerateKeyMutation, Types.GenerateKeyMutationVariables> = {
  kind: "mutation",
  name: "GenerateKey",
  hash: "8d675aaaa7b6a4143ab4e508f1f019e0bd754d0932b6a44a1511c104db662d94",
  text: "mutation GenerateKey($input:GenerateKeyInput!){generateKey(input:$input){issuerKey{...IssuerKeySummary publicKey}privateKey problems{...ProblemFields}}}fragment IssuerKeySummary on IssuerKey{id name createdAt isDefault keyBits keyType subjectKeyId uuid}fragment ProblemFields on Problem{code message field}",
};
export const ImportKey: MutationDocument<Types.ImportKeyMutation, Types.ImportKeyMutationVariables> = {
  kind: "mutation",
  name: "ImportKey",
  hash: "303fa104ea937598ae6a3eba07f4d51a512c4e1e4e56befdeda0763b87c82f99",
  text: "mutation ImportKey($input:ImportKeyInput!){importKey(input:$input){isNew issuerKey{...IssuerKeySummary publicKey}problems{...ProblemFields}}}fragment IssuerKeySummary on IssuerKey{id name createdAt isDefault keyBits keyType subjectKeyId uuid}fragment ProblemFields on Problem{code message field}",
};
export const IssuerKey: QueryDocument<Types.IssuerKeyQuery, Types.IssuerKeyQueryVariables> = {
  kind: "query",
  name: "IssuerKey",
  hash: "9a705c0e58e7d435ed01970916a480676b0913dcce454bf252ce6dfa76273406",
  text: "query IssuerKey($reference:String!$mount:String!=\"pki\"){issuerKey(reference:$reference mount:$mount){...IssuerKeySummary publicKey}}fragment IssuerKeySummary on IssuerKey{id name createdAt isDefault keyBits keyType subjectKeyId uuid}",
};
export const IssuerKeys: QueryDocument<Types.IssuerKeysQuery, Types.IssuerKeysQueryVariables> = {
  kind: "query",
  name: "IssuerKeys",
  hash: "0fc32183885d7ff9ef672c54f09f296b3f446d77d100e7e11ae9439c51aaa96b",
  text: "query IssuerKeys($mount:String!=\"pki\"$filter:IssuerKeyFilter$first:Int$after:String){issuerKeys(mount:$mount filter:$filter first:$first after:$after){nodes{...IssuerKeySummary}pageInfo{...PageFields}}}fragment IssuerKeySummary on IssuerKey{id name createdAt isDefault keyBits keyType subjectKeyId uuid}fragment PageFields on PageInfo{hasNextPage endCursor}",
};
export const UpdateKey: MutationDocument<Types.UpdateKeyMutation, Types.UpdateKeyMutationVariables> = {
  kind: "mutation",
  name: "UpdateKey",
  hash: "8ecd6124d5a44f6e9676b825590225ef38ede1b26673effb5f44261166424dea",
  text: "mutation UpdateKey($input:UpdateKeyInput!){updateKey(input:$input){issuerKey{...IssuerKeySummary publicKey}problems{...ProblemFields}}}fragment IssuerKeySummary on IssuerKey{id name createdAt isDefault keyBits keyType subjectKeyId uuid}fragment ProblemFields on Problem{code message field}",
};