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
  hash: "9e6d2cf2cbff554679f0c88b0b0b9aebc76884d20d40b1ed06d5e67ec4471196",
  text: "mutation GenerateKey($input:GenerateKeyInput!){generateKey(input:$input){issuerKey{...IssuerKeySummary publicKey}privateKey problems{...ProblemFields}}}fragment IssuerKeySummary on IssuerKey{id name createdAt isDefault keyBits keyType managedKeyName managedKeyUuid subjectKeyId uuid}fragment ProblemFields on Problem{code message field}",
};
export const ImportKey: MutationDocument<Types.ImportKeyMutation, Types.ImportKeyMutationVariables> = {
  kind: "mutation",
  name: "ImportKey",
  hash: "fe0861d400ccaaf55249a2e9518600d26672b89c7e00ee984f0efe7e05d36824",
  text: "mutation ImportKey($input:ImportKeyInput!){importKey(input:$input){isNew issuerKey{...IssuerKeySummary publicKey}problems{...ProblemFields}}}fragment IssuerKeySummary on IssuerKey{id name createdAt isDefault keyBits keyType managedKeyName managedKeyUuid subjectKeyId uuid}fragment ProblemFields on Problem{code message field}",
};
export const IssuerKey: QueryDocument<Types.IssuerKeyQuery, Types.IssuerKeyQueryVariables> = {
  kind: "query",
  name: "IssuerKey",
  hash: "1f5777fececf10c234458d081c3c48e241d7c541073b869e9a6db73ceae5d15e",
  text: "query IssuerKey($reference:String!$mount:String!=\"pki\"){issuerKey(reference:$reference mount:$mount){...IssuerKeySummary publicKey}}fragment IssuerKeySummary on IssuerKey{id name createdAt isDefault keyBits keyType managedKeyName managedKeyUuid subjectKeyId uuid}",
};
export const IssuerKeys: QueryDocument<Types.IssuerKeysQuery, Types.IssuerKeysQueryVariables> = {
  kind: "query",
  name: "IssuerKeys",
  hash: "29853dfa4424638b89d8a6f4ab1c38da1956d4fae8c23aa9dccd8b8904972b28",
  text: "query IssuerKeys($mount:String!=\"pki\"$filter:IssuerKeyFilter$first:Int$after:String){issuerKeys(mount:$mount filter:$filter first:$first after:$after){nodes{...IssuerKeySummary}pageInfo{...PageFields}}}fragment IssuerKeySummary on IssuerKey{id name createdAt isDefault keyBits keyType managedKeyName managedKeyUuid subjectKeyId uuid}fragment PageFields on PageInfo{hasNextPage endCursor}",
};
export const UpdateKey: MutationDocument<Types.UpdateKeyMutation, Types.UpdateKeyMutationVariables> = {
  kind: "mutation",
  name: "UpdateKey",
  hash: "d02654f7a54ef046ccea8c01a2e85b8df26a04c20c074dc32537739cf34d5e54",
  text: "mutation UpdateKey($input:UpdateKeyInput!){updateKey(input:$input){issuerKey{...IssuerKeySummary publicKey}problems{...ProblemFields}}}fragment IssuerKeySummary on IssuerKey{id name createdAt isDefault keyBits keyType managedKeyName managedKeyUuid subjectKeyId uuid}fragment ProblemFields on Problem{code message field}",
};