import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { connectionType } from '../../platform/graphql/connection.js';
import { payloadType } from '../../platform/graphql/payload.js';
import { DateTime, Duration } from '../../platform/graphql/scalars.js';
import { InMountInput } from '../graphql/mount-argument.js';
import { directoryPath } from './directory.js';
import type { EabPolicy } from './acme-config.js';
import type { NewEabKey, ShownEabKey } from './eab-keys.js';

const policies = {
  NOT_REQUIRED: ['not-required', 'Accounts need none.'],
  NEW_ACCOUNT_REQUIRED: ['new-account-required', 'A new account needs one.'],
  ALWAYS_REQUIRED: ['always-required', 'Accounts that were made without one are refused too.'],
} as const satisfies Record<string, readonly [EabPolicy, string]>;

const AcmeEabPolicyEnum: Readonly<Record<string, EabPolicy>> = Object.fromEntries(
  Object.entries(policies).map(([name, [policy]]) => [name, policy]),
);
registerEnumType(AcmeEabPolicyEnum, {
  name: 'AcmeEabPolicy',
  description: 'Whether accounts must be tied to somebody by a key (external account binding, RFC 8555 §7.3.4).',
  valuesConfig: Object.fromEntries(Object.entries(policies).map(([name, [, description]]) => [name, { description }])),
});

const about = {
  enabled: 'Whether certificates can be obtained by ACME. `path` of the cluster configuration must be set for it.',
  allowedRoles: 'Names of the roles that ACME may use, or a single `*` for all.',
  allowRoleExtKeyUsage:
    'Whether certificates have the extended key usages of their role. Otherwise they are for servers.',
  allowedIssuers: 'Names or identifiers of the issuers that ACME may use, or a single `*` for all.',
  defaultDirectoryPolicy:
    'What decides about orders where the path names no role: `forbid`, `sign-verbatim` (every name that is proven), `role:` with the name of a role, or `external-policy`, with `:` and the name of a policy for the service if it has some.',
  dnsResolver: 'The name server that is asked when names are proven, as `address:port`. Empty for those of the server.',
  eabPolicy: 'Whether accounts must be tied to somebody by a key.',
  maxTtl: 'How long a certificate may be valid, whatever its role says.',
} as const;

@ObjectType('AcmeConfig', {
  simpleResolvers: true,
  description: 'How certificates can be obtained by ACME (RFC 8555).',
})
export class AcmeConfigType {
  @Field(() => Boolean, { description: about.enabled })
  readonly enabled!: boolean;

  @Field(() => [String], { description: about.allowedRoles })
  readonly allowedRoles!: readonly string[];

  @Field(() => Boolean, { description: about.allowRoleExtKeyUsage })
  readonly allowRoleExtKeyUsage!: boolean;

  @Field(() => [String], { description: about.allowedIssuers })
  readonly allowedIssuers!: readonly string[];

  @Field(() => String, { description: about.defaultDirectoryPolicy })
  readonly defaultDirectoryPolicy!: string;

  @Field(() => String, { description: about.dnsResolver })
  readonly dnsResolver!: string;

  @Field(() => AcmeEabPolicyEnum, { description: about.eabPolicy })
  readonly eabPolicy!: string;

  @Field(() => Duration, { description: about.maxTtl })
  readonly maxTtl!: number;
}

@InputType({
  description: 'Changes to how certificates can be obtained by ACME. Fields that are left out do not change.',
})
export class ConfigureAcmeInput extends InMountInput {
  @Field(() => Boolean, { nullable: true, description: about.enabled })
  readonly enabled?: boolean | null;

  @Field(() => [String], { nullable: true, description: about.allowedRoles })
  readonly allowedRoles?: string[] | null;

  @Field(() => Boolean, { nullable: true, description: about.allowRoleExtKeyUsage })
  readonly allowRoleExtKeyUsage?: boolean | null;

  @Field(() => [String], { nullable: true, description: about.allowedIssuers })
  readonly allowedIssuers?: string[] | null;

  @Field(() => String, { nullable: true, description: about.defaultDirectoryPolicy })
  readonly defaultDirectoryPolicy?: string | null;

  @Field(() => String, { nullable: true, description: about.dnsResolver })
  readonly dnsResolver?: string | null;

  @Field(() => AcmeEabPolicyEnum, { nullable: true, description: about.eabPolicy })
  readonly eabPolicy?: EabPolicy | null;

  @Field(() => Duration, { nullable: true, description: about.maxTtl })
  readonly maxTtl?: number | null;
}

export const ConfigureAcmePayload = payloadType('ConfigureAcmePayload', 'acmeConfig', () => AcmeConfigType);

const keyId = 'What a client sends as the identifier of the key (`kid`).';
const ofDirectory = 'The directory that it is for: its path below the mount.';

@ObjectType({ simpleResolvers: true, description: 'A key that ties a new ACME account to whoever was given it.' })
export class AcmeEabKey {
  @Field(() => ID, { description: keyId })
  readonly kid!: string;

  @Field(() => String, { description: ofDirectory })
  readonly directory!: string;

  @Field(() => DateTime, { description: 'When it was made.' })
  readonly createdAt!: Date;
}

@ObjectType({ simpleResolvers: true, description: 'A new key, with its secret, which is shown only here.' })
export class NewAcmeEabKey extends AcmeEabKey {
  @Field(() => String, { description: 'The secret in base64url, for HMAC with SHA-2.' })
  readonly key!: string;
}

export const AcmeEabKeyConnection = connectionType('AcmeEabKey', () => AcmeEabKey, 'Keys that tie new ACME accounts.');

@InputType({ description: 'The directory whose accounts the key is for.' })
export class CreateAcmeEabKeyInput extends InMountInput {
  @Field(() => String, { nullable: true, description: 'The issuer in the path of the directory. Null for none.' })
  readonly issuerRef?: string | null;

  @Field(() => String, { nullable: true, description: 'The role in the path of the directory. Null for none.' })
  readonly role?: string | null;
}

@InputType({ description: 'The key to delete. Accounts that it tied stay.' })
export class DeleteAcmeEabKeyInput extends InMountInput {
  @Field(() => ID, { description: keyId })
  readonly kid!: string;
}

export const CreateAcmeEabKeyPayload = payloadType('CreateAcmeEabKeyPayload', 'newAcmeEabKey', () => NewAcmeEabKey);
export const DeleteAcmeEabKeyPayload = payloadType('DeleteAcmeEabKeyPayload', 'deletedId', () => ID);

export const toEabKey = ({ id, directory, createdAt }: ShownEabKey): AcmeEabKey => ({
  kid: id,
  createdAt,
  directory: directoryPath(directory),
});
export const toNewEabKey = ({ key, directory, ...rest }: NewEabKey): NewAcmeEabKey => ({
  kid: rest.id,
  createdAt: rest.createdAt,
  key,
  directory: directoryPath(directory),
});
