/** Operations of graphql/client; written by codegen. */
import type { MutationDocument, QueryDocument } from '../document.js';
import type * as Types from './types.js';

export const CrossSignIntermediate: MutationDocument<Types.CrossSignIntermediateMutation, Types.CrossSignIntermediateMutationVariables> = {
  kind: "mutation",
  name: "CrossSignIntermediate",
  hash: "c3a39648b7a4e0c621c63d53a165d800ad0bae0fbb428d88a1cf56a03df9e9e4",
  text: "mutation CrossSignIntermediate($input:CrossSignIntermediateInput!){crossSignIntermediate(input:$input){generatedCsr{...GeneratedCsrFields}warnings problems{...ProblemFields}}}fragment GeneratedCsrFields on GeneratedCsr{csr issuerKey{id name}privateKey privateKeyType}fragment ProblemFields on Problem{code message field}",
};
export const DeleteIssuer: MutationDocument<Types.DeleteIssuerMutation, Types.DeleteIssuerMutationVariables> = {
  kind: "mutation",
  name: "DeleteIssuer",
  hash: "886df35b27fc81a0378aa24975123834e828fe9b534b5a1d859b945ec5f45f21",
  text: "mutation DeleteIssuer($input:DeleteIssuerInput!){deleteIssuer(input:$input){deletedId warnings problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
};
export const DeleteRoot: MutationDocument<Types.DeleteRootMutation, Types.DeleteRootMutationVariables> = {
  kind: "mutation",
  name: "DeleteRoot",
  hash: "16395cd6c3003b138249a441a05c8491b55daff6d13cd3a0c61099326e283e64",
  text: "mutation DeleteRoot($input:DeleteRootInput!){deleteRoot(input:$input){warnings problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
};
export const GenerateIntermediate: MutationDocument<Types.GenerateIntermediateMutation, Types.GenerateIntermediateMutationVariables> = {
  kind: "mutation",
  name: "GenerateIntermediate",
  hash: "ba0517e85aee8f828ce292c7f29e63fd4358979db011459733ca46eb43537183",
  text: "mutation GenerateIntermediate($input:GenerateIntermediateInput!){generateIntermediate(input:$input){generatedCsr{...GeneratedCsrFields}warnings problems{...ProblemFields}}}fragment GeneratedCsrFields on GeneratedCsr{csr issuerKey{id name}privateKey privateKeyType}fragment ProblemFields on Problem{code message field}",
};
export const GenerateRoot: MutationDocument<Types.GenerateRootMutation, Types.GenerateRootMutationVariables> = {
  kind: "mutation",
  name: "GenerateRoot",
  hash: "934198a860a65b6487c37c6b861615728b57b5e5686b9cde9b509019723a6e93",
  text: "mutation GenerateRoot($input:GenerateRootInput!){generateRoot(input:$input){generatedRoot{issuer{id commonName notAfter}certificate privateKey privateKeyType}warnings problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
};
export const ImportIssuers: MutationDocument<Types.ImportIssuersMutation, Types.ImportIssuersMutationVariables> = {
  kind: "mutation",
  name: "ImportIssuers",
  hash: "22d3513fe0ac1eb18a80b1e58c852442689437f8533faf5078c2a2d16d687503",
  text: "mutation ImportIssuers($input:ImportIssuersInput!){importIssuers(input:$input){existingIssuers existingKeys importedIssuers importedKeys mapping{issuerId issuerUuid keyId keyUuid}warnings problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
};
export const Issuer: QueryDocument<Types.IssuerQuery, Types.IssuerQueryVariables> = {
  kind: "query",
  name: "Issuer",
  hash: "aabefeb6d387b3184b4a5c684483e12833b0f107cc7d0773dcf40350edbd9d1c",
  text: "query Issuer($mount:String!=\"pki\"$reference:String!=\"default\"){issuer(mount:$mount reference:$reference){...IssuerFields}}fragment IssuerFields on Issuer{...IssuerSummary certificate chain ownUrls{...UrlsFields}urls{...UrlsFields}}fragment IssuerSummary on Issuer{id name mountPath commonName createdAt isDefault isRoot keyId leafNotAfterBehavior notAfter notBefore revocationSignatureAlgorithm revokedAt serialNumber subject subjectKeyId usage uuid}fragment UrlsFields on UrlsConfig{crlDistributionPoints deltaCrlDistributionPoints enableTemplating issuingCertificates lacking ocspServers}",
};
export const Issuers: QueryDocument<Types.IssuersQuery, Types.IssuersQueryVariables> = {
  kind: "query",
  name: "Issuers",
  hash: "99291f5ba9884f258239dc5bda87543dff2ba4f0c2e2d5dddae02f31474282d9",
  text: "query Issuers($mount:String!=\"pki\"$first:Int$after:String){issuers(mount:$mount first:$first after:$after){nodes{id name commonName subject isDefault isRoot notAfter serialNumber}pageInfo{...PageFields}}}fragment PageFields on PageInfo{hasNextPage endCursor}",
};
export const ReplaceRoot: MutationDocument<Types.ReplaceRootMutation, Types.ReplaceRootMutationVariables> = {
  kind: "mutation",
  name: "ReplaceRoot",
  hash: "d7e5ece85840390b3acc15f70483a1ec703956ee069fedc0a04e0a208afc3e1e",
  text: "mutation ReplaceRoot($input:ReplaceRootInput!){replaceRoot(input:$input){issuer{...IssuerFields}problems{...ProblemFields}}}fragment IssuerFields on Issuer{...IssuerSummary certificate chain ownUrls{...UrlsFields}urls{...UrlsFields}}fragment IssuerSummary on Issuer{id name mountPath commonName createdAt isDefault isRoot keyId leafNotAfterBehavior notAfter notBefore revocationSignatureAlgorithm revokedAt serialNumber subject subjectKeyId usage uuid}fragment ProblemFields on Problem{code message field}fragment UrlsFields on UrlsConfig{crlDistributionPoints deltaCrlDistributionPoints enableTemplating issuingCertificates lacking ocspServers}",
};
export const RevokeIssuer: MutationDocument<Types.RevokeIssuerMutation, Types.RevokeIssuerMutationVariables> = {
  kind: "mutation",
  name: "RevokeIssuer",
  hash: "297e31db025c461d8da4e2acff27c1c18ddc6793e8e5593cf65d43219697d667",
  text: "mutation RevokeIssuer($input:RevokeIssuerInput!){revokeIssuer(input:$input){issuer{...IssuerFields}warnings problems{...ProblemFields}}}fragment IssuerFields on Issuer{...IssuerSummary certificate chain ownUrls{...UrlsFields}urls{...UrlsFields}}fragment IssuerSummary on Issuer{id name mountPath commonName createdAt isDefault isRoot keyId leafNotAfterBehavior notAfter notBefore revocationSignatureAlgorithm revokedAt serialNumber subject subjectKeyId usage uuid}fragment ProblemFields on Problem{code message field}fragment UrlsFields on UrlsConfig{crlDistributionPoints deltaCrlDistributionPoints enableTemplating issuingCertificates lacking ocspServers}",
};
export const RotateRoot: MutationDocument<Types.RotateRootMutation, Types.RotateRootMutationVariables> = {
  kind: "mutation",
  name: "RotateRoot",
  hash: "42bcb767699811bd0eb95e5bb096952a4bd4b5453dd3689824d1300caac92c1a",
  text: "mutation RotateRoot($input:RotateRootInput!){rotateRoot(input:$input){generatedRoot{certificate issuer{id name}issuerKey{id name}issuingCa privateKey privateKeyType}warnings problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
};
export const SignIntermediate: MutationDocument<Types.SignIntermediateMutation, Types.SignIntermediateMutationVariables> = {
  kind: "mutation",
  name: "SignIntermediate",
  hash: "0b8c838b49ec1a131db86b43ad151dc4b6e93bee122c85bfd9640b9d9819ea0e",
  text: "mutation SignIntermediate($input:SignIntermediateInput!){signIntermediate(input:$input){issuedCertificate{...IssuedCertificateFields}warnings problems{...ProblemFields}}}fragment IssuedCertificateFields on IssuedCertificate{...IssuedFields leaseDuration leaseId privateKey privateKeyType}fragment IssuedFields on IssuedCertificate{certificateId serialNumber notBefore notAfter certificate issuingCa caChain}fragment ProblemFields on Problem{code message field}",
};
export const SignSelfIssued: MutationDocument<Types.SignSelfIssuedMutation, Types.SignSelfIssuedMutationVariables> = {
  kind: "mutation",
  name: "SignSelfIssued",
  hash: "1b4b445c8df9a30b2f02b918459d326ed71dd81182fb606cb6c1fe797a795638",
  text: "mutation SignSelfIssued($input:SignSelfIssuedInput!){signSelfIssued(input:$input){crossSignedRoot{certificate issuingCa}warnings problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
};
export const UpdateIssuer: MutationDocument<Types.UpdateIssuerMutation, Types.UpdateIssuerMutationVariables> = {
  kind: "mutation",
  name: "UpdateIssuer",
  hash: "4f6b574fd4a8aadf3b01dc37e37b96d115b4ab4894f0d5b9ca6c8692c7a17358",
  text: "mutation UpdateIssuer($input:UpdateIssuerInput!){updateIssuer(input:$input){issuer{...IssuerFields}problems{...ProblemFields}}}fragment IssuerFields on Issuer{...IssuerSummary certificate chain ownUrls{...UrlsFields}urls{...UrlsFields}}fragment IssuerSummary on Issuer{id name mountPath commonName createdAt isDefault isRoot keyId leafNotAfterBehavior notAfter notBefore revocationSignatureAlgorithm revokedAt serialNumber subject subjectKeyId usage uuid}fragment ProblemFields on Problem{code message field}fragment UrlsFields on UrlsConfig{crlDistributionPoints deltaCrlDistributionPoints enableTemplating issuingCertificates lacking ocspServers}",
};