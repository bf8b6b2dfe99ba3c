import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { payloadType } from '../../platform/graphql/payload.js';
import { Duration } from '../../platform/graphql/scalars.js';
import { InMountInput } from '../graphql/mount-argument.js';
import { warnedPayload } from '../graphql/payloads.js';
import { IssuerKey } from '../keys/key.type.js';
import type { CrlConfig } from './crl-config.js';
import type { ClusterConfig, UrlsConfig } from './urls-config.js';

const templates =
  'Whether `{{issuer_id}}`, `{{cluster_path}}` and `{{cluster_aia_path}}` in the addresses are filled in.';

@ObjectType('UrlsConfig', { simpleResolvers: true, description: 'Addresses in certificates.' })
export class UrlsConfigType implements UrlsConfig {
  @Field(() => [String], { description: 'Of the certificate of the issuer.' })
  readonly issuingCertificates!: string[];

  @Field(() => [String], { description: 'Of its CRL.' })
  readonly crlDistributionPoints!: string[];

  @Field(() => [String], { description: 'Of its delta CRL.' })
  readonly deltaCrlDistributionPoints!: string[];

  @Field(() => [String], { description: 'Of OCSP responders.' })
  readonly ocspServers!: string[];

  @Field(() => Boolean, { description: templates })
  readonly enableTemplating!: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'Why the templates cannot be filled in: nothing is issued until they can be. Null if they can be.',
  })
  readonly lacking?: string | null;
}

@ObjectType('ClusterConfig', { simpleResolvers: true, description: 'Values for the templates in addresses.' })
export class ClusterConfigType implements ClusterConfig {
  @Field(() => String, { description: 'Address of this mount. Empty: none.' })
  readonly path!: string;

  @Field(() => String, {
    description: 'Address of this mount in authority information access, possibly without TLS. Empty: none.',
  })
  readonly aiaPath!: string;
}

const crl = {
  expiry: 'How long a CRL is valid.',
  disable: 'Whether CRLs are left empty.',
  ocspDisable: 'Whether OCSP requests are refused.',
  ocspExpiry: 'How long an OCSP response is valid. Zero: no end.',
  autoRebuild: 'Whether CRLs are rebuilt before they expire, instead of with each revocation.',
  autoRebuildGracePeriod: 'How long before it expires a CRL is rebuilt.',
  enableDelta: 'Whether delta CRLs are built. Needs `autoRebuild`.',
  deltaRebuildInterval: 'How often delta CRLs are built.',
  allowExpiredCertRevocation: 'Whether expired certificates can be revoked.',
  crossClusterRevocation: 'Always false: there is one cluster.',
  unifiedCrl: 'Always false: there is one cluster.',
  unifiedCrlOnExistingPaths: 'Always false: there is one cluster.',
  maxCrlEntries: 'The most entries that a CRL may have; -1 for no limit.',
} as const satisfies Record<keyof CrlConfig, string>;

@ObjectType('CrlConfig', { simpleResolvers: true, description: 'How CRLs and OCSP responses are made.' })
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
}

@ObjectType('IssuersConfig', { simpleResolvers: true, description: 'Which issuer is the default.' })
export class IssuersConfigType {
  @Field(() => ID, { nullable: true, description: 'The default issuer; null for none.' })
  readonly defaultIssuerId!: string | null;

  @Field(() => String, { nullable: true, description: 'The same as clients of the REST paths see it.' })
  readonly defaultIssuerUuid!: string | null;

  @Field(() => Boolean, { description: 'Whether an issuer that is added with its key becomes the default.' })
  readonly defaultFollowsLatestIssuer!: boolean;
}

@InputType({ description: 'Changes to the addresses in certificates. What is left out stays as it is.' })
export class ConfigureUrlsInput extends InMountInput {
  @Field(() => [String], { nullable: true, description: 'Of the certificate of the issuer.' })
  issuingCertificates?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'Of its CRL.' })
  crlDistributionPoints?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'Of its delta CRL.' })
  deltaCrlDistributionPoints?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'Of OCSP responders.' })
  ocspServers?: string[] | null;

  @Field(() => Boolean, { nullable: true, description: templates })
  enableTemplating?: boolean | null;
}

@InputType({ description: 'Changes to the values for templates in addresses. What is left out stays as it is.' })
export class ConfigureClusterInput extends InMountInput {
  @Field(() => String, { nullable: true, description: 'Address of this mount. Empty: none.' })
  path?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Address of this mount in authority information access. Empty: none.',
  })
  aiaPath?: string | null;
}

@InputType({ description: 'Changes to how CRLs and OCSP responses are made. What is left out stays as it is.' })
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
}

@InputType({ description: 'A change of the default issuer. What is left out stays as it is.' })
export class ConfigureIssuersInput extends InMountInput {
  @Field(() => String, { nullable: true, description: 'The issuer by name or identifier.' })
  default?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether an issuer that is added with its key becomes the default.',
  })
  defaultFollowsLatestIssuer?: boolean | null;
}

@InputType({ description: 'Which key is the default.' })
export class ConfigureKeysInput extends InMountInput {
  @Field(() => String, { description: 'The key by name or identifier.' })
  default!: string;
}

export const ConfigureUrlsPayload = payloadType('ConfigureUrlsPayload', 'urlsConfig', () => UrlsConfigType);
export const ConfigureClusterPayload = payloadType('ConfigureClusterPayload', 'clusterConfig', () => ClusterConfigType);
export const ConfigureCrlPayload = payloadType('ConfigureCrlPayload', 'crlConfig', () => CrlConfigType);
export const ConfigureIssuersPayload = warnedPayload('ConfigureIssuersPayload', {
  issuersConfig: { type: () => IssuersConfigType, description: 'The configuration now; null when there are problems.' },
});
export const ConfigureKeysPayload = payloadType('ConfigureKeysPayload', 'issuerKey', () => IssuerKey);
