/** Operations of graphql/client; written by codegen. */
import type { MutationDocument, QueryDocument } from '../document.js';
import type * as Types from './types.js';

export const Crl: QueryDocument<Types.CrlQuery, Types.CrlQueryVariables> = {
  kind: "query",
  name: "Crl",
  hash: "6520ce0383bc43d9d48b93e12fd796edf9370cfc64f605b54a612cbbf3e8f74a",
  text: "query Crl($mount:String!=\"pki\"$delta:Boolean!=false$issuer:String!=\"default\"$shard:Int$unified:Boolean!=false){crl(mount:$mount delta:$delta issuer:$issuer shard:$shard unified:$unified){baseNumber delta entryCount issuerId nextUpdate number pem thisUpdate}}",
};
export const DelegateOcsp: MutationDocument<Types.DelegateOcspMutation, Types.DelegateOcspMutationVariables> = {
  kind: "mutation",
  name: "DelegateOcsp",
  hash: "3c7c7f627c29beccd730b7a0851a653dcaf30df6dcf30caff27e1b6ed87aa62d",
  text: "mutation DelegateOcsp($input:DelegateOcspInput!){delegateOcsp(input:$input){ocspDelegation{certificate issuerId notAfter}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
};
export const DismissRevocationRequest: MutationDocument<Types.DismissRevocationRequestMutation, Types.DismissRevocationRequestMutationVariables> = {
  kind: "mutation",
  name: "DismissRevocationRequest",
  hash: "a9c6aa805da78025eacd03d0625bb83ff235efbabcad1ca0d5f7364bf6990dc1",
  text: "mutation DismissRevocationRequest($input:DismissRevocationRequestInput!){dismissRevocationRequest(input:$input){serialNumber problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
};
export const EndOcspDelegation: MutationDocument<Types.EndOcspDelegationMutation, Types.EndOcspDelegationMutationVariables> = {
  kind: "mutation",
  name: "EndOcspDelegation",
  hash: "a96548558a972d572d3a6c7835e3b03584accb1e13b828201bcd5f41e563b18e",
  text: "mutation EndOcspDelegation($input:EndOcspDelegationInput!){endOcspDelegation(input:$input){issuer{...IssuerFields}problems{...ProblemFields}}}fragment IssuerFields on Issuer{...IssuerSummary certificate chain ownUrls{...UrlsFields}urls{...UrlsFields}}fragment IssuerSummary on Issuer{id name mountPath commonName createdAt isDefault isRoot keyId leafNotAfterBehavior notAfter notBefore revocationSignatureAlgorithm revokedAt serialNumber subject subjectKeyId usage uuid}fragment ProblemFields on Problem{code message field}fragment UrlsFields on UrlsConfig{crlDistributionPoints deltaCrlDistributionPoints enableTemplating issuingCertificates lacking ocspServers}",
};
export const IrrevocableLeaseCounts: QueryDocument<Types.IrrevocableLeaseCountsQuery, Types.IrrevocableLeaseCountsQueryVariables> = {
  kind: "query",
  name: "IrrevocableLeaseCounts",
  hash: "1b7f569dbae0ffec4fb3f5e8d36e1d9bf8eb35fcaf4f2ec4546131069231e68a",
  text: "query IrrevocableLeaseCounts{irrevocableLeaseCounts{mountPath mountAccessor leaseCount}}",
};
export const IrrevocableLeases: QueryDocument<Types.IrrevocableLeasesQuery, Types.IrrevocableLeasesQueryVariables> = {
  kind: "query",
  name: "IrrevocableLeases",
  hash: "883c44b5a8b2370a24e1f546203880f4e11ea45e9184cb87e81b4cebb1b1b016",
  text: "query IrrevocableLeases($atMost:Int!){irrevocableLeases(atMost:$atMost){leaseId mountPath serialNumber expiresAt revokeError}}",
};
export const LeaseKeys: QueryDocument<Types.LeaseKeysQuery, Types.LeaseKeysQueryVariables> = {
  kind: "query",
  name: "LeaseKeys",
  hash: "8ba64083101c9a4916075a5979043ee2511c1ca2b1dbd87f84aa148163385093",
  text: "query LeaseKeys($below:String!$first:Int!$after:String){leaseKeys(below:$below first:$first after:$after)}",
};
export const ResignCrls: MutationDocument<Types.ResignCrlsMutation, Types.ResignCrlsMutationVariables> = {
  kind: "mutation",
  name: "ResignCrls",
  hash: "7fce047d888c67d45f06d5f950228848dd2652cd10733436ac3f91afe54c0d0f",
  text: "mutation ResignCrls($input:ResignCrlsInput!){resignCrls(input:$input){crl problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
};
export const RevocationRequests: QueryDocument<Types.RevocationRequestsQuery, Types.RevocationRequestsQueryVariables> = {
  kind: "query",
  name: "RevocationRequests",
  hash: "4b1def00adb7d8d90033c96ef995e4152c77db71ba30097490772a031bdb79c2",
  text: "query RevocationRequests($mount:String!=\"pki\"$first:Int$after:String){revocationRequests(mount:$mount first:$first after:$after){nodes{mountAccessor requestedAt requestedBy serialNumber}pageInfo{...PageFields}}}fragment PageFields on PageInfo{hasNextPage endCursor}",
};
export const Revocations: QueryDocument<Types.RevocationsQuery, Types.RevocationsQueryVariables> = {
  kind: "query",
  name: "Revocations",
  hash: "c6aea384c9a860179530899aca3a976ac975fc5286fa7c0b332bb339105339f3",
  text: "query Revocations($mount:String!=\"pki\"$filter:RevocationFilter$orderBy:RevocationOrder!={direction:DESC field:REVOKED_AT}$first:Int$after:String){revocations(mount:$mount filter:$filter orderBy:$orderBy first:$first after:$after){nodes{...RevocationSummary}pageInfo{...PageFields}}}fragment PageFields on PageInfo{hasNextPage endCursor}fragment RevocationSummary on Revocation{id notAfter published reason revokedAt serialNumber}",
};
export const RevokeLeases: MutationDocument<Types.RevokeLeasesMutation, Types.RevokeLeasesMutationVariables> = {
  kind: "mutation",
  name: "RevokeLeases",
  hash: "23e9e2f3634c2f1e0de31af6a42511ed010a66278e90349700936023dcd3b046",
  text: "mutation RevokeLeases($input:RevokeLeasesInput!){revokeLeases(input:$input){endedCount problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
};
export const RotateCrl: MutationDocument<Types.RotateCrlMutation, Types.RotateCrlMutationVariables> = {
  kind: "mutation",
  name: "RotateCrl",
  hash: "ae2278c0e3d8de781f1493a97884eb400866ceb9839fb5e041ba7401570a9eb9",
  text: "mutation RotateCrl($input:RotateCrlInput!){rotateCrl(input:$input){crls{baseNumber delta entryCount issuerId nextUpdate number thisUpdate}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
};
export const SignRevocationList: MutationDocument<Types.SignRevocationListMutation, Types.SignRevocationListMutationVariables> = {
  kind: "mutation",
  name: "SignRevocationList",
  hash: "cd8f45e8105d1fcf80864774fd273194d0e648b29f5b8c131db46e3aef3d4c00",
  text: "mutation SignRevocationList($input:SignRevocationListInput!){signRevocationList(input:$input){crl problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
};
export const UnifiedRevocations: QueryDocument<Types.UnifiedRevocationsQuery, Types.UnifiedRevocationsQueryVariables> = {
  kind: "query",
  name: "UnifiedRevocations",
  hash: "872f047df72a91f1c14239cb18203602c8f0870fc9e1b2a1908a8326fabef31b",
  text: "query UnifiedRevocations($mount:String!=\"pki\"$first:Int$after:String){unifiedRevocations(mount:$mount first:$first after:$after){nodes{mountAccessors revokedAt serialNumber}pageInfo{...PageFields}}}fragment PageFields on PageInfo{hasNextPage endCursor}",
};