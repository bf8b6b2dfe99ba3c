import { Field, InputType, Int, ObjectType } from 'type-graphql';
import { connectionType } from '../../platform/graphql/connection.js';
import { payloadType } from '../../platform/graphql/payload.js';
import { DateTime, Duration } from '../../platform/graphql/scalars.js';
import { InMountInput } from '../graphql/mount-argument.js';
import { warnedPayload } from '../graphql/payloads.js';
import type { CmpConfig } from './cmp-config.js';
import type { CmpSecret, NewCmpSecret } from './secrets.js';

const about = {
  enabled: 'Whether certificates can be obtained by CMP.',
  defaultMount: 'Whether this mount is the one of `/.well-known/cmp`. At most one is.',
  defaultPathPolicy:
    'What decides about requests where the path names no role: `sign-verbatim`, or `role:` with the name of a role. It must be set to enable CMP.',
  authenticators:
    'The auth methods that recognize the signers of messages. Without any, only shared secrets are accepted, and certificates that were obtained by CMP.',
  enableSentinelParsing: 'Is kept for clients of Vault. There is no Sentinel here.',
  auditFields: 'Which fields of a request its audit record shows, as Vault names them.',
  disabledValidations:
    'Checks that are not made: `DisableMatchingKeyIdValidation` (a message names the key of the certificate that signed it) and `DisableCertTimeValidation` (that certificate of the mount has not expired).',
} as const;

const accessor = 'Accessor of the auth method.';
const certRole = 'The role of the auth method that certificates must fit. Null for any.';

@ObjectType({
  simpleResolvers: true,
  description: 'The auth method that knows the certificates of those who sign messages.',
})
export class CmpCertAuthenticator {
  @Field(() => String, { description: accessor })
  readonly accessor!: string;

  @Field(() => String, { nullable: true, description: certRole })
  readonly certRole?: string | null;
}

@ObjectType({ simpleResolvers: true, description: 'The auth methods of CMP.' })
export class CmpAuthenticators {
  @Field(() => CmpCertAuthenticator, { nullable: true, description: 'The one for certificates. Null for none.' })
  readonly cert?: CmpCertAuthenticator | null;
}

@ObjectType('CmpConfig', { simpleResolvers: true, description: 'How certificates can be obtained by CMP (RFC 9810).' })
export class CmpConfigType {
  @Field(() => Boolean, { description: about.enabled })
  readonly enabled!: boolean;

  @Field(() => Boolean, { description: about.defaultMount })
  readonly defaultMount!: boolean;

  @Field(() => String, { description: about.defaultPathPolicy })
  readonly defaultPathPolicy!: string;

  @Field(() => CmpAuthenticators, { description: about.authenticators })
  readonly authenticators!: CmpAuthenticators;

  @Field(() => Boolean, { description: about.enableSentinelParsing })
  readonly enableSentinelParsing!: boolean;

  @Field(() => [String], { description: about.auditFields })
  readonly auditFields!: readonly string[];

  @Field(() => [String], { description: about.disabledValidations })
  readonly disabledValidations!: readonly string[];

  @Field(() => DateTime, { nullable: true, description: 'When it was last changed. Null if it never was.' })
  readonly updatedAt?: Date | null;
}

@InputType({ description: 'The auth method that knows the certificates of those who sign messages.' })
export class CmpCertAuthenticatorInput {
  @Field(() => String, { description: accessor })
  readonly accessor!: string;

  @Field(() => String, { nullable: true, description: certRole })
  readonly certRole?: string | null;
}

@InputType({ description: 'The auth methods of CMP, all of them: one that is left out is taken away.' })
export class CmpAuthenticatorsInput {
  @Field(() => CmpCertAuthenticatorInput, { nullable: true, description: 'The one for certificates.' })
  readonly cert?: CmpCertAuthenticatorInput | null;
}

@InputType({
  description: 'Changes to how certificates can be obtained by CMP. Fields that are left out do not change.',
})
export class ConfigureCmpInput extends InMountInput {
  @Field(() => Boolean, { nullable: true, description: about.enabled })
  readonly enabled?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: about.defaultMount })
  readonly defaultMount?: boolean | null;

  @Field(() => String, { nullable: true, description: about.defaultPathPolicy })
  readonly defaultPathPolicy?: string | null;

  @Field(() => CmpAuthenticatorsInput, { nullable: true, description: about.authenticators })
  readonly authenticators?: CmpAuthenticatorsInput | null;

  @Field(() => Boolean, { nullable: true, description: about.enableSentinelParsing })
  readonly enableSentinelParsing?: boolean | null;

  @Field(() => [String], { nullable: true, description: about.auditFields })
  readonly auditFields?: string[] | null;

  @Field(() => [String], { nullable: true, description: about.disabledValidations })
  readonly disabledValidations?: string[] | null;
}

export const ConfigureCmpPayload = warnedPayload('ConfigureCmpPayload', {
  cmpConfig: { type: () => CmpConfigType, description: 'The configuration after the change.' },
});

export const toCmpConfig = (config: CmpConfig): CmpConfigType => {
  const { certAccessor, certRole: role, lastUpdated, ...rest } = config;
  return {
    ...rest,
    authenticators: {
      cert: certAccessor === '' ? null : { accessor: certAccessor, certRole: role === '' ? null : role },
    },
    updatedAt: lastUpdated === '' ? null : new Date(lastUpdated),
  };
};

const reference = 'What a client names the secret by (`senderKID`).';

@ObjectType('CmpSecret', {
  simpleResolvers: true,
  description: 'A secret that a client of CMP protects its messages with. The secret itself is never shown again.',
})
export class CmpSecretType {
  @Field(() => String, { description: reference })
  readonly reference!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The only role that certificates are issued by. Null for what the path decides.',
  })
  readonly role?: string | null;

  @Field(() => Int, { description: 'How many certificates can be issued by it; 0 for any number.' })
  readonly maxUses!: number;

  @Field(() => Int, { description: 'How many were.' })
  readonly uses!: number;

  @Field(() => Boolean, {
    description:
      'Whether its holder vouches for keys of others, and may renew and revoke every certificate of the mount.',
  })
  readonly registrationAuthority!: boolean;

  @Field(() => DateTime, { description: 'When it was made.' })
  readonly createdAt!: Date;

  @Field(() => DateTime, { description: 'When it is no longer taken.' })
  readonly expiresAt!: Date;
}

@ObjectType('NewCmpSecret', { simpleResolvers: true, description: 'A new secret, which is shown only here.' })
class NewCmpSecretType extends CmpSecretType {
  @Field(() => String, { description: 'The secret.' })
  readonly secret!: string;
}

export const CmpSecretConnection = connectionType('CmpSecret', () => CmpSecretType, 'Shared secrets of CMP.');

@InputType({ description: 'A secret for a client of CMP.' })
export class CreateCmpSecretInput extends InMountInput {
  @Field(() => String, { nullable: true, description: `${reference} One is made if it is left out.` })
  readonly reference?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The secret, at least 16 characters, if a device has one already. One is made if it is left out.',
  })
  readonly secret?: string | null;

  @Field(() => String, { nullable: true, description: 'The only role that certificates are issued by.' })
  readonly role?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: 'How many certificates can be issued by it. Defaults to 1; 0 for any number.',
  })
  readonly maxUses?: number | null;

  @Field(() => Duration, { nullable: true, description: 'How long it is taken. Defaults to a day.' })
  readonly ttl?: number | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether its holder vouches for keys of others, and may renew and revoke every certificate of the mount. Only callers who may revoke can create such a secret.',
  })
  readonly registrationAuthority?: boolean | null;
}

@InputType({ description: 'The secret to delete. Certificates that were issued by it stay.' })
export class DeleteCmpSecretInput extends InMountInput {
  @Field(() => String, { description: reference })
  readonly reference!: string;
}

export const CreateCmpSecretPayload = payloadType('CreateCmpSecretPayload', 'newCmpSecret', () => NewCmpSecretType);
export const DeleteCmpSecretPayload = payloadType('DeleteCmpSecretPayload', 'deletedReference', () => String);

const shownOf = ({ reference, role, maxUses, uses, registrationAuthority, createdAt, expiresAt }: CmpSecret) => ({
  reference,
  role,
  maxUses,
  uses,
  registrationAuthority,
  createdAt,
  expiresAt,
});

export const toCmpSecret = (secret: CmpSecret): CmpSecretType => shownOf(secret);
export const toNewCmpSecret = (made: NewCmpSecret): NewCmpSecretType => ({ ...shownOf(made), secret: made.secret });
