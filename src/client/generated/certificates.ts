/** Operations of graphql/client; written by codegen. */
import type { MutationDocument, QueryDocument } from '../document.js';
import type * as Types from './types.js';

export const Certificate: QueryDocument<Types.CertificateQuery, Types.CertificateQueryVariables> = {
  kind: "query",
  name: "Certificate",
  hash: "8ac871df97b387a2659bbc80e7127f8eecdfcb7ed8906a2dbe42dc1ab8e69cf0",
  text: "query Certificate($mount:String!=\"pki\"$serialNumber:SerialNumber!){certificate(mount:$mount serialNumber:$serialNumber){...CertificateSummary certificate}}fragment CertificateSummary on Certificate{id mountPath serialNumber commonName names{dns ip email uri}roleName issuerId keyType keyBits status notBefore notAfter revokedAt}",
};
export const CertificateMetadata: QueryDocument<Types.CertificateMetadataQuery, Types.CertificateMetadataQueryVariables> = {
  kind: "query",
  name: "CertificateMetadata",
  hash: "40002f06e1152f03bfd50c62b2eeed3ff2b5438ef654679bd47c7a835e691a89",
  text: "query CertificateMetadata($mount:String!=\"pki\"$serialNumber:SerialNumber!){certificateMetadata(mount:$mount serialNumber:$serialNumber){mountPath serialNumber issuerId roleName notAfter storedAt metadata}}",
};
export const CertificateMetadataEntries: QueryDocument<Types.CertificateMetadataEntriesQuery, Types.CertificateMetadataEntriesQueryVariables> = {
  kind: "query",
  name: "CertificateMetadataEntries",
  hash: "6089eb690831993ac0b5166abea35e74e1f57c8de59c37efbfa265d0b0d4e815",
  text: "query CertificateMetadataEntries($mount:String!=\"pki\"$first:Int$after:String){certificateMetadataEntries(mount:$mount first:$first after:$after){nodes{mountPath serialNumber}pageInfo{...PageFields}}}fragment PageFields on PageInfo{hasNextPage endCursor}",
};
export const Certificates: QueryDocument<Types.CertificatesQuery, Types.CertificatesQueryVariables> = {
  kind: "query",
  name: "Certificates",
  hash: "21d2bc0b5032a83bd61f2ded346ee9fdd2c1893c3360160152248f31976ecda7",
  text: "query Certificates($mount:String!=\"pki\"$filter:CertificateFilter$orderBy:CertificateOrder$first:Int$after:String){certificates(mount:$mount filter:$filter orderBy:$orderBy first:$first after:$after){nodes{...CertificateSummary}pageInfo{...PageFields}}}fragment CertificateSummary on Certificate{id mountPath serialNumber commonName names{dns ip email uri}roleName issuerId keyType keyBits status notBefore notAfter revokedAt}fragment PageFields on PageInfo{hasNextPage endCursor}",
};
export const ExplainIssuance: QueryDocument<Types.ExplainIssuanceQuery, Types.ExplainIssuanceQueryVariables> = {
  kind: "query",
  name: "ExplainIssuance",
  hash: "e8aad22d69cd4da2423d885c2bc59e13b99fbe15c66a1911fc9f2643fe9dec05",
  text: "query ExplainIssuance($input:ExplainIssuanceInput!){explainIssuance(input:$input){allowed warnings brokenRules{rule field value message}findings{lint source severity message refuses}certificate{subject notBefore notAfter keyType keyBits}}}",
};
export const IssueCertificate: MutationDocument<Types.IssueCertificateMutation, Types.IssueCertificateMutationVariables> = {
  kind: "mutation",
  name: "IssueCertificate",
  hash: "7780061a66ec55df8b4fd6b1a58ff85f56a191ff7e8f0cac994fffb449d97b5f",
  text: "mutation IssueCertificate($input:IssueCertificateInput!){issueCertificate(input:$input){issuedCertificate{...IssuedFields privateKey privateKeyType}warnings problems{...ProblemFields}}}fragment IssuedFields on IssuedCertificate{certificateId serialNumber notBefore notAfter certificate issuingCa caChain}fragment ProblemFields on Problem{code message field}",
};
export const Lease: QueryDocument<Types.LeaseQuery, Types.LeaseQueryVariables> = {
  kind: "query",
  name: "Lease",
  hash: "5a8e157011e1b3496d5ea1e4a25bd7885df85a1f4f408f6c9a043d1603697413",
  text: "query Lease($leaseId:String!){lease(leaseId:$leaseId){mountPath expiresAt issuedAt leaseId serialNumber ttl}}",
};
export const RevokeCertificate: MutationDocument<Types.RevokeCertificateMutation, Types.RevokeCertificateMutationVariables> = {
  kind: "mutation",
  name: "RevokeCertificate",
  hash: "762fbf8621466cad7f358fbae4ccf656dd6204d6aa34092969b3359ff1b7a51c",
  text: "mutation RevokeCertificate($input:RevokeCertificateInput!){revokeCertificate(input:$input){revocation{serialNumber revokedAt}warnings problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
};
export const RevokeCertificateWithKey: MutationDocument<Types.RevokeCertificateWithKeyMutation, Types.RevokeCertificateWithKeyMutationVariables> = {
  kind: "mutation",
  name: "RevokeCertificateWithKey",
  hash: "ee570d7175a934c1dc798ed23a82e7b017b41f07706d316d00d4ec47ee4b23e0",
  text: "mutation RevokeCertificateWithKey($input:RevokeCertificateWithKeyInput!){revokeCertificateWithKey(input:$input){revocation{...RevocationSummary}warnings problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment RevocationSummary on Revocation{id notAfter published reason revokedAt serialNumber}",
};
export const RevokeLease: MutationDocument<Types.RevokeLeaseMutation, Types.RevokeLeaseMutationVariables> = {
  kind: "mutation",
  name: "RevokeLease",
  hash: "d7a9a8dd1f9edd7f018441c9ee3687a0f5f72e5d2e6bcea538241112ef0c4552",
  text: "mutation RevokeLease($input:RevokeLeaseInput!){revokeLease(input:$input){deletedId problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
};
export const SignCertificate: MutationDocument<Types.SignCertificateMutation, Types.SignCertificateMutationVariables> = {
  kind: "mutation",
  name: "SignCertificate",
  hash: "238ee6867dd2fea4867690ce46a80376a30c004921306390a70abda83266bfba",
  text: "mutation SignCertificate($input:SignCertificateInput!){signCertificate(input:$input){issuedCertificate{...IssuedFields}warnings problems{...ProblemFields}}}fragment IssuedFields on IssuedCertificate{certificateId serialNumber notBefore notAfter certificate issuingCa caChain}fragment ProblemFields on Problem{code message field}",
};
export const SignVerbatim: MutationDocument<Types.SignVerbatimMutation, Types.SignVerbatimMutationVariables> = {
  kind: "mutation",
  name: "SignVerbatim",
  hash: "469a62cb829594a61914c19c3f39a7221c1e8b8292bd963581a2e79413c1096f",
  text: "mutation SignVerbatim($input:SignVerbatimInput!){signVerbatim(input:$input){issuedCertificate{...IssuedCertificateFields}warnings problems{...ProblemFields}}}fragment IssuedCertificateFields on IssuedCertificate{...IssuedFields leaseDuration leaseId privateKey privateKeyType}fragment IssuedFields on IssuedCertificate{certificateId serialNumber notBefore notAfter certificate issuingCa caChain}fragment ProblemFields on Problem{code message field}",
};