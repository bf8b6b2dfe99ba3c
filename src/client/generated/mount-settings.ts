/** Operations of graphql/client; written by codegen. */
import type { MutationDocument, QueryDocument } from '../document.js';
import type * as Types from './types.js';

export const ClusterConfig: QueryDocument<Types.ClusterConfigQuery, Types.ClusterConfigQueryVariables> = {
  kind: "query",
  name: "ClusterConfig",
  hash: "afce315fb3006198725fae77d5ea45e126c5e06ee183e938f29efbf3a27633dd",
  text: "query ClusterConfig($mount:String!=\"pki\"){clusterConfig(mount:$mount){path aiaPath}}",
};
export const ConfigureCluster: MutationDocument<Types.ConfigureClusterMutation, Types.ConfigureClusterMutationVariables> = {
  kind: "mutation",
  name: "ConfigureCluster",
  hash: "b7aa6b7c2e76febe64f52298a44530d1d12232110305db209a15322fcbe133dd",
  text: "mutation ConfigureCluster($input:ConfigureClusterInput!){configureCluster(input:$input){clusterConfig{path aiaPath}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
};
export const ConfigureCrl: MutationDocument<Types.ConfigureCrlMutation, Types.ConfigureCrlMutationVariables> = {
  kind: "mutation",
  name: "ConfigureCrl",
  hash: "6d6ff2b0a337b795f785feb73fdca7c117c0069b95bff59f8f5af6a51fa28b03",
  text: "mutation ConfigureCrl($input:ConfigureCrlInput!){configureCrl(input:$input){crlConfig{...CrlConfigFields}problems{...ProblemFields}}}fragment CrlConfigFields on CrlConfig{allowExpiredCertRevocation autoRebuild autoRebuildGracePeriod crossClusterRevocation deltaRebuildInterval disable enableDelta expiry maxCrlEntries ocspDisable ocspExpiry shardBases shards shardsEver unifiedCrl unifiedCrlOnExistingPaths}fragment ProblemFields on Problem{code message field}",
};
export const ConfigureIssuers: MutationDocument<Types.ConfigureIssuersMutation, Types.ConfigureIssuersMutationVariables> = {
  kind: "mutation",
  name: "ConfigureIssuers",
  hash: "ce91bc18d0ddcb6637dc2cbb258f335fe1a692db5be8b17024a312029142620c",
  text: "mutation ConfigureIssuers($input:ConfigureIssuersInput!){configureIssuers(input:$input){issuersConfig{...IssuersConfigFields}warnings problems{...ProblemFields}}}fragment IssuersConfigFields on IssuersConfig{defaultFollowsLatestIssuer defaultIssuerId defaultIssuerUuid}fragment ProblemFields on Problem{code message field}",
};
export const ConfigureKeys: MutationDocument<Types.ConfigureKeysMutation, Types.ConfigureKeysMutationVariables> = {
  kind: "mutation",
  name: "ConfigureKeys",
  hash: "5e629f889b1cc22a89b3af70b640221cbdd3082f8756466fb3cdadfa0180e4e1",
  text: "mutation ConfigureKeys($input:ConfigureKeysInput!){configureKeys(input:$input){issuerKey{...IssuerKeySummary publicKey}problems{...ProblemFields}}}fragment IssuerKeySummary on IssuerKey{id name createdAt isDefault keyBits keyType managedKeyName managedKeyUuid subjectKeyId uuid}fragment ProblemFields on Problem{code message field}",
};
export const ConfigureUrls: MutationDocument<Types.ConfigureUrlsMutation, Types.ConfigureUrlsMutationVariables> = {
  kind: "mutation",
  name: "ConfigureUrls",
  hash: "bb5bd321100153271421e0bb67a3ca9301022365d80b8a1ef82b03d4b3e59e27",
  text: "mutation ConfigureUrls($input:ConfigureUrlsInput!){configureUrls(input:$input){urlsConfig{...UrlsFields}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}fragment UrlsFields on UrlsConfig{crlDistributionPoints deltaCrlDistributionPoints enableTemplating issuingCertificates lacking ocspServers}",
};
export const CrlConfig: QueryDocument<Types.CrlConfigQuery, Types.CrlConfigQueryVariables> = {
  kind: "query",
  name: "CrlConfig",
  hash: "0ab647964b90f42fb9c4c584c83cca91cde3287494190234dd1d70997f7a634f",
  text: "query CrlConfig($mount:String!=\"pki\"){crlConfig(mount:$mount){...CrlConfigFields}}fragment CrlConfigFields on CrlConfig{allowExpiredCertRevocation autoRebuild autoRebuildGracePeriod crossClusterRevocation deltaRebuildInterval disable enableDelta expiry maxCrlEntries ocspDisable ocspExpiry shardBases shards shardsEver unifiedCrl unifiedCrlOnExistingPaths}",
};
export const DefaultKey: QueryDocument<Types.DefaultKeyQuery, Types.DefaultKeyQueryVariables> = {
  kind: "query",
  name: "DefaultKey",
  hash: "cbb2d4a32cc9b9e37810ea97a6a535a0f41a9df7bc0e52ecea02354747d0e9c0",
  text: "query DefaultKey($mount:String!=\"pki\"){defaultKey(mount:$mount){...IssuerKeySummary publicKey}}fragment IssuerKeySummary on IssuerKey{id name createdAt isDefault keyBits keyType managedKeyName managedKeyUuid subjectKeyId uuid}",
};
export const IssuersConfig: QueryDocument<Types.IssuersConfigQuery, Types.IssuersConfigQueryVariables> = {
  kind: "query",
  name: "IssuersConfig",
  hash: "53ee5addefb77e54adb4e17dcaff5c8d8c9977f43b640365c9131529efbde8da",
  text: "query IssuersConfig($mount:String!=\"pki\"){issuersConfig(mount:$mount){...IssuersConfigFields}}fragment IssuersConfigFields on IssuersConfig{defaultFollowsLatestIssuer defaultIssuerId defaultIssuerUuid}",
};
export const UrlsConfig: QueryDocument<Types.UrlsConfigQuery, Types.UrlsConfigQueryVariables> = {
  kind: "query",
  name: "UrlsConfig",
  hash: "202acc3afc1644d9bc9d458ae2d67dbb30fa022bbcf91506a77f6be30e996cee",
  text: "query UrlsConfig($mount:String!=\"pki\"){urlsConfig(mount:$mount){...UrlsFields}}fragment UrlsFields on UrlsConfig{crlDistributionPoints deltaCrlDistributionPoints enableTemplating issuingCertificates lacking ocspServers}",
};