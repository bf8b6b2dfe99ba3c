/** Operations of graphql/client; written by codegen. */
import type { MutationDocument, QueryDocument } from '../document.js';
import type * as Types from './types.js';

export const Certificate: QueryDocument<Types.CertificateQuery, Types.CertificateQueryVariables> = {
  kind: "query",
  name: "Certificate",
  hash: "8ac871df97b387a2659bbc80e7127f8eecdfcb7ed8906a2dbe42dc1ab8e69cf0",
  text: "query Certificate($mount:String!=\"pki\"$serialNumber:SerialNumber!){certificate(mount:$mount serialNumber:$serialNumber){...CertificateSummary certificate}}fragment CertificateSummary on Certificate{id mountPath serialNumber commonName names{dns ip email uri}roleName issuerId keyType keyBits status notBefore notAfter revokedAt}",
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
  hash: "fb3bd805e47b5f1c84a5fddfb1bb8e2fa8ff3826154a6f6aec080e82602c53e0",
  text: "query ExplainIssuance($input:ExplainIssuanceInput!){explainIssuance(input:$input){allowed warnings brokenRules{rule field value message}certificate{subject notBefore notAfter keyType keyBits}}}",
};
export const IssueCertificate: MutationDocument<Types.IssueCertificateMutation, Types.IssueCertificateMutationVariables> = {
  kind: "mutation",
  name: "IssueCertificate",
  hash: "3384ffa8ef840c95c3950e13b387411c669b4f088309685199714f5f69035e47",
  text: "mutation IssueCertificate($input:IssueCertificateInput!){issueCertificate(input:$input){issuedCertificate{...IssuedFields privateKey privateKeyType}warnings problems{...ProblemFields}}}fragment IssuedFields on IssuedCertificate{certificateId serialNumber expiration certificate issuingCa caChain}fragment ProblemFields on Problem{code message field}",
};
export const RevokeCertificate: MutationDocument<Types.RevokeCertificateMutation, Types.RevokeCertificateMutationVariables> = {
  kind: "mutation",
  name: "RevokeCertificate",
  hash: "762fbf8621466cad7f358fbae4ccf656dd6204d6aa34092969b3359ff1b7a51c",
  text: "mutation RevokeCertificate($input:RevokeCertificateInput!){revokeCertificate(input:$input){revocation{serialNumber revokedAt}warnings problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
};
export const SignCertificate: MutationDocument<Types.SignCertificateMutation, Types.SignCertificateMutationVariables> = {
  kind: "mutation",
  name: "SignCertificate",
  hash: "d66a402c5146135bfc88f6bad32c0a88fa04779686f28c0846af9b21e91b0137",
  text: "mutation SignCertificate($input:SignCertificateInput!){signCertificate(input:$input){issuedCertificate{...IssuedFields}warnings problems{...ProblemFields}}}fragment IssuedFields on IssuedCertificate{certificateId serialNumber expiration certificate issuingCa caChain}fragment ProblemFields on Problem{code message field}",
};