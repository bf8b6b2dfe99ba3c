/** Operations of graphql/client; written by codegen. */
import type { MutationDocument, QueryDocument } from '../document.js';
import type * as Types from './types.js';

export const CrossSignIntermediate: MutationDocument<Types.CrossSignIntermediateMutation, Types.CrossSignIntermediateMutationVariables> = {
  kind: "mutation",
  name: "CrossSignIntermediate",
  hash: "56b18bbbbefcf345fc397a91aabe26ca11f12be188a50c27acf6f0fa13429e34",
  text: "mutation CrossSignIntermediate($input:CrossSignIntermediateInput!){crossSignIntermediate(input:$input){generatedCsr{csr issuerKey{id name}privateKey privateKeyType}warnings problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
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
  hash: "34a741fbc8b8a24834371b8c68ba84e8a6edd588af7915c7e9ff1a38270d38f5",
  text: "mutation GenerateIntermediate($input:GenerateIntermediateInput!){generateIntermediate(input:$input){generatedCsr{csr issuerKey{id name}privateKey privateKeyType}warnings problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
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
  hash: "0626d2ab159b7d834c25f9ca077cde1bbff08b5f44216e21eabc99500fea4473",
  text: "query Issuer($mount:String!=\"pki\"$reference:String!=\"default\"){issuer(mount:$mount reference:$reference){...IssuerSummary certificate chain ownUrls{crlDistributionPoints deltaCrlDistributionPoints enableTemplating issuingCertificates lacking ocspServers}urls{crlDistributionPoints deltaCrlDistributionPoints enableTemplating issuingCertificates lacking ocspServers}}}fragment IssuerSummary on Issuer{id name mountPath commonName createdAt isDefault isRoot keyId leafNotAfterBehavior notAfter notBefore revocationSignatureAlgorithm revokedAt serialNumber subject subjectKeyId usage uuid}",
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
  hash: "683253a4d4210c3d2b9bf2753af5e956a61318bef291a5002b7df58cda14f28e",
  text: "mutation ReplaceRoot($input:ReplaceRootInput!){replaceRoot(input:$input){issuer{...IssuerSummary certificate chain ownUrls{crlDistributionPoints deltaCrlDistributionPoints enableTemplating issuingCertificates lacking ocspServers}urls{crlDistributionPoints deltaCrlDistributionPoints enableTemplating issuingCertificates lacking ocspServers}}problems{...ProblemFields}}}fragment IssuerSummary on Issuer{id name mountPath commonName createdAt isDefault isRoot keyId leafNotAfterBehavior notAfter notBefore revocationSignatureAlgorithm revokedAt serialNumber subject subjectKeyId usage uuid}fragment ProblemFields on Problem{code message field}",
};
export const RevokeIssuer: MutationDocument<Types.RevokeIssuerMutation, Types.RevokeIssuerMutationVariables> = {
  kind: "mutation",
  name: "RevokeIssuer",
  hash: "0fbdd33d068daf51e7994864e76236e3e0e8bb7ce183f2ef4e0182cfa8a1dbea",
  text: "mutation RevokeIssuer($input:RevokeIssuerInput!){revokeIssuer(input:$input){issuer{...IssuerSummary certificate chain ownUrls{crlDistributionPoints deltaCrlDistributionPoints enableTemplating issuingCertificates lacking ocspServers}urls{crlDistributionPoints deltaCrlDistributionPoints enableTemplating issuingCertificates lacking ocspServers}}warnings problems{...ProblemFields}}}fragment IssuerSummary on Issuer{id name mountPath commonName createdAt isDefault isRoot keyId leafNotAfterBehavior notAfter notBefore revocationSignatureAlgorithm revokedAt serialNumber subject subjectKeyId usage uuid}fragment ProblemFields on Problem{code message field}",
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
  hash: "2046b44dd051586cc3cb5833029e34b02131a01a0f64706787d16d454d242ff7",
  text: "mutation SignIntermediate($input:SignIntermediateInput!){signIntermediate(input:$input){issuedCertificate{caChain certificate certificateId notAfter issuingCa leaseDuration leaseId privateKey privateKeyType serialNumber}warnings problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
};
export const SignSelfIssued: MutationDocument<Types.SignSelfIssuedMutation, Types.SignSelfIssuedMutationVariables> = {
  kind: "mutation",
  name: "SignSelfIssued",
  hash: "257f344328eb01cb822125a898fdf9af774a4565033afbf897a831def9aaca6b",
  text: "mutation SignSelfIssued($input:SignSelfIssuedInput!){signSelfIssued(input:$input){crossSignedRoot{certificate issuingCa}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
};
export const UpdateIssuer: MutationDocument<Types.UpdateIssuerMutation, Types.UpdateIssuerMutationVariables> = {
  kind: "mutation",
  name: "UpdateIssuer",
  hash: "479d9714b129aded40aa5943cd6600201049d60893f3356336ebdec0a3b04f14",
  text: "mutation UpdateIssuer($input:UpdateIssuerInput!){updateIssuer(input:$input){issuer{...IssuerSummary certificate chain ownUrls{crlDistributionPoints deltaCrlDistributionPoints enableTemplating issuingCertificates lacking ocspServers}urls{crlDistributionPoints deltaCrlDistributionPoints enableTemplating issuingCertificates lacking ocspServers}}problems{...ProblemFields}}}fragment IssuerSummary on Issuer{id name mountPath commonName createdAt isDefault isRoot keyId leafNotAfterBehavior notAfter notBefore revocationSignatureAlgorithm revokedAt serialNumber subject subjectKeyId usage uuid}fragment ProblemFields on Problem{code message field}",
};