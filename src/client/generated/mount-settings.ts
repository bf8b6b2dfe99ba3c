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
  hash: "9b134d506904e1892369ec4cf887445509519c152269c098ad3bd51ef0c4acdc",
  text: "mutation ConfigureCrl($input:ConfigureCrlInput!){configureCrl(input:$input){crlConfig{allowExpiredCertRevocation autoRebuild autoRebuildGracePeriod crossClusterRevocation deltaRebuildInterval disable enableDelta expiry maxCrlEntries ocspDisable ocspExpiry unifiedCrl unifiedCrlOnExistingPaths}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
};
export const ConfigureIssuers: MutationDocument<Types.ConfigureIssuersMutation, Types.ConfigureIssuersMutationVariables> = {
  kind: "mutation",
  name: "ConfigureIssuers",
  hash: "cc77f67a566671dc224f48b143f65942059fba94606de3714cc85527f7063686",
  text: "mutation ConfigureIssuers($input:ConfigureIssuersInput!){configureIssuers(input:$input){issuersConfig{defaultFollowsLatestIssuer defaultIssuerId defaultIssuerUuid}warnings problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
};
export const ConfigureKeys: MutationDocument<Types.ConfigureKeysMutation, Types.ConfigureKeysMutationVariables> = {
  kind: "mutation",
  name: "ConfigureKeys",
  hash: "2aa78d150ac2e9f3a9b52e03ee2a188388bcccd2f5f64270e21782983ed0c846",
  text: "mutation ConfigureKeys($input:ConfigureKeysInput!){configureKeys(input:$input){issuerKey{...IssuerKeySummary publicKey}problems{...ProblemFields}}}fragment IssuerKeySummary on IssuerKey{id name createdAt isDefault keyBits keyType subjectKeyId uuid}fragment ProblemFields on Problem{code message field}",
};
export const ConfigureUrls: MutationDocument<Types.ConfigureUrlsMutation, Types.ConfigureUrlsMutationVariables> = {
  kind: "mutation",
  name: "ConfigureUrls",
  hash: "25d6c65416ec9cdd226fc14246573c0b46d094e3a7f6bbda883f22dc341982b3",
  text: "mutation ConfigureUrls($input:ConfigureUrlsInput!){configureUrls(input:$input){urlsConfig{crlDistributionPoints deltaCrlDistributionPoints enableTemplating issuingCertificates lacking ocspServers}problems{...ProblemFields}}}fragment ProblemFields on Problem{code message field}",
};
export const CrlConfig: QueryDocument<Types.CrlConfigQuery, Types.CrlConfigQueryVariables> = {
  kind: "query",
  name: "CrlConfig",
  hash: "b38073088ee5ab8c891429a0cacf03b190afddeeded3f70029e3eb761d0777d8",
  text: "query CrlConfig($mount:String!=\"pki\"){crlConfig(mount:$mount){allowExpiredCertRevocation autoRebuild autoRebuildGracePeriod crossClusterRevocation deltaRebuildInterval disable enableDelta expiry maxCrlEntries ocspDisable ocspExpiry unifiedCrl unifiedCrlOnExistingPaths}}",
};
export const DefaultKey: QueryDocument<Types.DefaultKeyQuery, Types.DefaultKeyQueryVariables> = {
  kind: "query",
  name: "DefaultKey",
  hash: "30af89fe43e17765c4162d62394256278d6c2768e3cd89edc14e73c0ccb08781",
  text: "query DefaultKey($mount:String!=\"pki\"){defaultKey(mount:$mount){...IssuerKeySummary publicKey}}fragment IssuerKeySummary on IssuerKey{id name createdAt isDefault keyBits keyType subjectKeyId uuid}",
};
export const IssuersConfig: QueryDocument<Types.IssuersConfigQuery, Types.IssuersConfigQueryVariables> = {
  kind: "query",
  name: "IssuersConfig",
  hash: "92101ce26fdeb934d0478de674cbdc221137925c33975ab8228866c12db554d6",
  text: "query IssuersConfig($mount:String!=\"pki\"){issuersConfig(mount:$mount){defaultFollowsLatestIssuer defaultIssuerId defaultIssuerUuid}}",
};
export const UrlsConfig: QueryDocument<Types.UrlsConfigQuery, Types.UrlsConfigQueryVariables> = {
  kind: "query",
  name: "UrlsConfig",
  hash: "80dcad3b85d6e3a415d1130012308b8ec06844183b902af2cf210d636498b087",
  text: "query UrlsConfig($mount:String!=\"pki\"){urlsConfig(mount:$mount){crlDistributionPoints deltaCrlDistributionPoints enableTemplating issuingCertificates lacking ocspServers}}",
};