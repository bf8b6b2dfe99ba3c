import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { payloadType } from '../../platform/graphql/payload.js';
import { Internal } from '../../platform/graphql/internal.js';
import { Duration, JSONScalar } from '../../platform/graphql/scalars.js';
import { InMountInput } from '../graphql/mount-argument.js';
import { warnedPayload } from '../graphql/payloads.js';
import { IssuerKey } from '../keys/key.type.js';
import type { Said } from '../../platform/wording.js';
import type { CrlConfig } from './crl-config.js';
import type { ClusterConfig, UrlsConfig } from './urls-config.js';

const templates =
  'Whether the templates `{{issuer_id}}`, `{{cluster_path}}` and `{{cluster_aia_path}}` in the addresses are filled in.';

@ObjectType('UrlsConfig', { simpleResolvers: true, description: 'Addresses in certificates.' })
export class UrlsConfigType implements UrlsConfig {
  @Field(() => [String], { description: 'Addresses of the certificate of the issuer.' })
  readonly issuingCertificates!: string[];

  @Field(() => [String], { description: 'Addresses of the CRL of the issuer.' })
  readonly crlDistributionPoints!: string[];

  @Field(() => [String], { description: 'Addresses of the delta CRL of the issuer.' })
  readonly deltaCrlDistributionPoints!: string[];

  @Field(() => [String], { description: 'Addresses of OCSP responders.' })
  readonly ocspServers!: string[];

  @Field(() => Boolean, { description: templates })
  readonly enableTemplating!: boolean;

  @Field(() => String, {
    nullable: true,
    description:
      'Why the templates cannot be filled in. Nothing is issued as long as this is the case. Null if they can be filled in.',
  })
  readonly lacking?: Said | null;
}

@ObjectType('ClusterConfig', {
  simpleResolvers: true,
  description: 'Values for the templates in the addresses of certificates.',
})
export class ClusterConfigType implements ClusterConfig {
  @Field(() => String, { description: 'Address of this mount. Empty if there is none.' })
  readonly path!: string;

  @Field(() => String, {
    description:
      'Address of this mount for authority information access, possibly without TLS. Empty if there is none.',
  })
  readonly aiaPath!: string;
}

const crl = {
  expiry: 'How long a CRL is valid.',
  disable: 'Whether CRLs are disabled. The CRLs that are published are then empty.',
  ocspDisable: 'Whether OCSP requests are refused.',
  ocspExpiry: 'How long an OCSP response is valid. Zero if it does not expire.',
  autoRebuild: 'Whether CRLs are rebuilt before they expire, instead of with each revocation.',
  autoRebuildGracePeriod: 'How long before its expiry a CRL is rebuilt.',
  enableDelta: 'Whether delta CRLs are built. Requires `autoRebuild`.',
  deltaRebuildInterval: 'How often delta CRLs are built.',
  allowExpiredCertRevocation: 'Whether expired certificates can be revoked.',
  crossClusterRevocation:
    'Whether the mount takes part in revocation requests: those for certificates that it does not have are kept for other mounts, and those of other mounts for its own certificates. Requires `autoRebuild`.',
  unifiedCrl:
    'Whether the mount takes part in the unified CRLs and OCSP responses of its authorities, with all mounts that have the same authority with its key. Requires `autoRebuild`.',
  unifiedCrlOnExistingPaths:
    'Whether the paths of its own CRLs and OCSP responses serve the unified ones. Requires `unifiedCrl`.',
  maxCrlEntries: 'The largest number of entries in a CRL. -1 for no limit.',
  shards:
    'How many shards new certificates are spread over. Each names a CRL that is only about its shard. 0 for none: their distribution point is the configured one. Requires an address of the mount in `clusterConfig`.',
  shardsEver: 'The largest number of shards so far. So many are published, because certificates keep their shard.',
  shardBases: 'The addresses of the mount by which its certificates name shards, the present one first.',
} as const satisfies Record<Exclude<keyof CrlConfig, 'written'>, string>;

@ObjectType('CrlConfig', { simpleResolvers: true, description: 'The settings of CRLs and OCSP responses.' })
export class CrlConfigType implements CrlConfig {
  @Field(() => Duration, { description: crl.expiry })
  readonly expiry!: number;

  @Field(() => Boolean, { description: crl.disable })
  readonly disable!: boolean;

  @Field(() => Boolean, { description: crl.ocspDisable })
  readonly ocspDisable!: boolean;

  @Field(() => Duration, { description: crl.ocspExpiry })
  readonly ocspExpiry!: number;

  @Field(() => Boolean, { description: crl.autoRebuild })
  readonly autoRebuild!: boolean;

  @Field(() => Duration, { description: crl.autoRebuildGracePeriod })
  readonly autoRebuildGracePeriod!: number;

  @Field(() => Boolean, { description: crl.enableDelta })
  readonly enableDelta!: boolean;

  @Field(() => Duration, { description: crl.deltaRebuildInterval })
  readonly deltaRebuildInterval!: number;

  @Field(() => Boolean, { description: crl.allowExpiredCertRevocation })
  readonly allowExpiredCertRevocation!: boolean;

  @Field(() => Boolean, { description: crl.crossClusterRevocation })
  readonly crossClusterRevocation!: boolean;

  @Field(() => Boolean, { description: crl.unifiedCrl })
  readonly unifiedCrl!: boolean;

  @Field(() => Boolean, { description: crl.unifiedCrlOnExistingPaths })
  readonly unifiedCrlOnExistingPaths!: boolean;

  @Field(() => Int, { description: crl.maxCrlEntries })
  readonly maxCrlEntries!: number;

  @Field(() => Int, { description: crl.shards })
  readonly shards!: number;

  @Field(() => Int, { description: crl.shardsEver })
  readonly shardsEver!: number;

  @Field(() => [String], { description: crl.shardBases })
  readonly shardBases!: readonly string[];

  @Internal()
  @Field(() => JSONScalar, { description: 'Texts of durations, as callers of REST wrote them.' })
  readonly written!: Readonly<Record<string, string>>;
}

@ObjectType('IssuersConfig', { simpleResolvers: true, description: 'The default issuer of a mount.' })
export class IssuersConfigType {
  @Field(() => ID, { nullable: true, description: 'Identifier of the default issuer. Null if there is none.' })
  readonly defaultIssuerId!: string | null;

  @Field(() => String, { nullable: true, description: 'The identifier of it that clients of the REST paths see.' })
  readonly defaultIssuerUuid!: string | null;

  @Field(() => Boolean, { description: 'Whether an issuer that is added with its key becomes the default.' })
  readonly defaultFollowsLatestIssuer!: boolean;
}

@InputType({ description: 'Changes to the addresses in certificates. Fields that are left out do not change.' })
export class ConfigureUrlsInput extends InMountInput {
  @Field(() => [String], { nullable: true, description: 'Addresses of the certificate of the issuer.' })
  issuingCertificates?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'Addresses of the CRL of the issuer.' })
  crlDistributionPoints?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'Addresses of the delta CRL of the issuer.' })
  deltaCrlDistributionPoints?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'Addresses of OCSP responders.' })
  ocspServers?: string[] | null;

  @Field(() => Boolean, { nullable: true, description: templates })
  enableTemplating?: boolean | null;
}

@InputType({
  description: 'Changes to the values for the templates in addresses. Fields that are left out do not change.',
})
export class ConfigureClusterInput extends InMountInput {
  @Field(() => String, { nullable: true, description: 'Address of this mount. Empty if there is none.' })
  path?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Address of this mount for authority information access. Empty if there is none.',
  })
  aiaPath?: string | null;
}

@InputType({
  description: 'Changes to the settings of CRLs and OCSP responses. Fields that are left out do not change.',
})
export class ConfigureCrlInput extends InMountInput {
  @Field(() => Duration, { nullable: true, description: crl.expiry })
  expiry?: number | null;

  @Field(() => Boolean, { nullable: true, description: crl.disable })
  disable?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: crl.ocspDisable })
  ocspDisable?: boolean | null;

  @Field(() => Duration, { nullable: true, description: crl.ocspExpiry })
  ocspExpiry?: number | null;

  @Field(() => Boolean, { nullable: true, description: crl.autoRebuild })
  autoRebuild?: boolean | null;

  @Field(() => Duration, { nullable: true, description: crl.autoRebuildGracePeriod })
  autoRebuildGracePeriod?: number | null;

  @Field(() => Boolean, { nullable: true, description: crl.enableDelta })
  enableDelta?: boolean | null;

  @Field(() => Duration, { nullable: true, description: crl.deltaRebuildInterval })
  deltaRebuildInterval?: number | null;

  @Field(() => Boolean, { nullable: true, description: crl.allowExpiredCertRevocation })
  allowExpiredCertRevocation?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: crl.crossClusterRevocation })
  crossClusterRevocation?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: crl.unifiedCrl })
  unifiedCrl?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: crl.unifiedCrlOnExistingPaths })
  unifiedCrlOnExistingPaths?: boolean | null;

  @Field(() => Int, { nullable: true, description: crl.maxCrlEntries })
  maxCrlEntries?: number | null;

  @Field(() => Int, { nullable: true, description: crl.shards })
  shards?: number | null;

  @Internal()
  @Field(() => JSONScalar, { nullable: true, description: 'Texts of durations, to show again.' })
  written?: Readonly<Record<string, string>> | null;
}

@InputType({ description: 'Changes to the default issuer. Fields that are left out do not change.' })
export class ConfigureIssuersInput extends InMountInput {
  @Field(() => String, { nullable: true, description: 'Name or identifier of the issuer.' })
  default?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether an issuer that is added with its key becomes the default.',
  })
  defaultFollowsLatestIssuer?: boolean | null;
}

@InputType({ description: 'The new default key.' })
export class ConfigureKeysInput extends InMountInput {
  @Field(() => String, { description: 'Name or identifier of the key.' })
  default!: string;
}

export const ConfigureUrlsPayload = payloadType('ConfigureUrlsPayload', 'urlsConfig', () => UrlsConfigType);
export const ConfigureClusterPayload = payloadType('ConfigureClusterPayload', 'clusterConfig', () => ClusterConfigType);
export const ConfigureCrlPayload = payloadType('ConfigureCrlPayload', 'crlConfig', () => CrlConfigType);
export const ConfigureIssuersPayload = warnedPayload('ConfigureIssuersPayload', {
  issuersConfig: { type: () => IssuersConfigType, description: 'The new configuration; null when there are problems.' },
});
export const ConfigureKeysPayload = payloadType('ConfigureKeysPayload', 'issuerKey', () => IssuerKey);
