import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { connectionType } from '../../platform/graphql/connection.js';
import { payloadType } from '../../platform/graphql/payload.js';
import { ListingVisibilityEnum } from '../../platform/graphql/listing-visibility.js';
import type { ListingVisibility } from '../../platform/graphql/listing-visibility.js';
import { DateTime, Duration } from '../../platform/graphql/scalars.js';
import type { AuthMethod, MethodTokenType, MethodTuning, MethodType } from './auth-method.js';

export const AuthMethodTypeEnum = { USERPASS: 'userpass', CERT: 'cert', SCEP: 'scep' } as const satisfies Record<
  string,
  MethodType
>;
registerEnumType(AuthMethodTypeEnum, {
  name: 'AuthMethodType',
  description: 'The types of methods to sign in.',
  valuesConfig: {
    USERPASS: { description: 'Names with passwords.' },
    CERT: { description: 'Client certificates.' },
    SCEP: { description: 'Challenges of SCEP, which only the SCEP server of a mount takes.' },
  },
});

const AuthMethodTokenTypeEnum = {
  DEFAULT_SERVICE: 'default-service',
  DEFAULT_BATCH: 'default-batch',
  SERVICE: 'service',
  BATCH: 'batch',
} as const satisfies Record<string, MethodTokenType>;
registerEnumType(AuthMethodTokenTypeEnum, {
  name: 'AuthMethodTokenType',
  description: 'Which tokens a method gives to those who sign in.',
  valuesConfig: {
    DEFAULT_SERVICE: { description: 'Service tokens, unless the role says otherwise.' },
    DEFAULT_BATCH: { description: 'Batch tokens, unless the role says otherwise.' },
    SERVICE: { description: 'Always service tokens.' },
    BATCH: { description: 'Always batch tokens.' },
  },
});

const path = 'Its path below `auth/`, without slashes at its ends.';
const description = 'What it is for, in words.';
const usualTtl = 'How long tokens live if the role does not say. `PT0S` for the 768 hours of every token.';
const mostTtl = 'The longest lifetime of tokens, all renewals included. `PT0S` for the 768 hours of every token.';
const tokenType = 'Which tokens it gives.';
const visibility = 'Whether clients show it to people who have not signed in. It is only stored.';
const stored = 'It is only stored, for clients of Vault that set it.';

@ObjectType('AuthMethodTuning', { simpleResolvers: true, description: 'How a method to sign in is tuned.' })
class AuthMethodTuningType {
  @Field(() => Duration, { description: usualTtl })
  readonly defaultLeaseTtl!: number;

  @Field(() => Duration, { description: mostTtl })
  readonly maxLeaseTtl!: number;

  @Field(() => AuthMethodTokenTypeEnum, { description: tokenType })
  readonly tokenType!: MethodTokenType;

  @Field(() => ListingVisibilityEnum, { description: visibility })
  readonly listingVisibility!: ListingVisibility;

  @Field(() => [String], { description: stored })
  readonly auditNonHmacRequestKeys!: readonly string[];

  @Field(() => [String], { description: stored })
  readonly auditNonHmacResponseKeys!: readonly string[];

  @Field(() => [String], { description: stored })
  readonly passthroughRequestHeaders!: readonly string[];

  @Field(() => [String], { description: stored })
  readonly allowedResponseHeaders!: readonly string[];

  @Field(() => Boolean, { description: stored })
  readonly forceNoCache!: boolean;

  @Field(() => Boolean, { description: stored })
  readonly local!: boolean;

  @Field(() => Boolean, { description: stored })
  readonly sealWrap!: boolean;
}

@ObjectType('AuthMethod', { simpleResolvers: true, description: 'A method to sign in, besides tokens.' })
export class AuthMethodObject {
  @Field(() => String, {
    description: 'Names it in the configuration of EST, CMP and SCEP. It does not change while the method exists.',
  })
  readonly accessor!: string;

  @Field(() => String, { description: path })
  readonly path!: string;

  @Field(() => AuthMethodTypeEnum, { description: 'Its type.' })
  readonly type!: MethodType;

  @Field(() => String, { description })
  readonly description!: string;

  @Field(() => AuthMethodTuningType, { description: 'How it is tuned.' })
  readonly tuning!: MethodTuning;

  @Field(() => DateTime, { description: 'When it was enabled.' })
  readonly createdAt!: Date;

  @Field(() => DateTime, { description: 'When it was last tuned or configured.' })
  readonly updatedAt!: Date;
}

export const toMethod = ({ accessor, path: at, type, description: said, ...rest }: AuthMethod): AuthMethodObject => {
  const { tuning, createdAt, updatedAt } = rest;
  return { accessor, path: at, type, description: said, tuning, createdAt, updatedAt };
};

export const AuthMethodConnection = connectionType(
  'AuthMethod',
  () => AuthMethodObject,
  'Methods to sign in, oldest first.',
);

const nullable = true;

@InputType({ description: 'How a method to sign in is to be tuned. What is not given stays.' })
export class AuthMethodTuningInput {
  @Field(() => Duration, { nullable, description: usualTtl })
  defaultLeaseTtl?: number | null;

  @Field(() => Duration, { nullable, description: mostTtl })
  maxLeaseTtl?: number | null;

  @Field(() => AuthMethodTokenTypeEnum, { nullable, description: tokenType })
  tokenType?: MethodTokenType | null;

  @Field(() => ListingVisibilityEnum, { nullable, description: visibility })
  listingVisibility?: ListingVisibility | null;

  @Field(() => [String], { nullable, description: stored })
  auditNonHmacRequestKeys?: string[] | null;

  @Field(() => [String], { nullable, description: stored })
  auditNonHmacResponseKeys?: string[] | null;

  @Field(() => [String], { nullable, description: stored })
  passthroughRequestHeaders?: string[] | null;

  @Field(() => [String], { nullable, description: stored })
  allowedResponseHeaders?: string[] | null;

  @Field(() => Boolean, { nullable, description: stored })
  forceNoCache?: boolean | null;

  @Field(() => Boolean, { nullable, description: stored })
  local?: boolean | null;

  @Field(() => Boolean, { nullable, description: stored })
  sealWrap?: boolean | null;
}

@InputType({ description: 'The method to enable.' })
export class EnableAuthMethodInput {
  @Field(() => String, { description: `${path} Usually its type.` })
  path!: string;

  @Field(() => String, { description: 'Its type: `userpass`, `cert` or `scep`.' })
  type!: string;

  @Field(() => String, { nullable, description })
  description?: string | null;

  @Field(() => AuthMethodTuningInput, { nullable, description: 'How it is to be tuned.' })
  tuning?: AuthMethodTuningInput | null;
}

@InputType({ description: 'The method to tune, and what to change.' })
export class TuneAuthMethodInput {
  @Field(() => String, { description: path })
  path!: string;

  @Field(() => String, { nullable, description })
  description?: string | null;

  @Field(() => AuthMethodTuningInput, { nullable, description: 'What to change.' })
  tuning?: AuthMethodTuningInput | null;
}

@InputType({ description: 'The method to disable.' })
export class DisableAuthMethodInput {
  @Field(() => String, { description: path })
  path!: string;
}

const disableBinding = 'Whether tokens may be renewed without the client certificate that signed in.';

@ObjectType({ simpleResolvers: true, description: 'The configuration of a method of type `CERT`.' })
export class CertAuthConfig {
  @Field(() => Boolean, { description: disableBinding })
  readonly disableBinding!: boolean;

  @Field(() => Boolean, { description: stored })
  readonly enableIdentityAliasMetadata!: boolean;
}

@InputType({ description: 'The configuration of a method of type `CERT`. What is not given stays.' })
export class ConfigureCertAuthInput {
  @Field(() => String, { description: path })
  path!: string;

  @Field(() => Boolean, { nullable, description: disableBinding })
  disableBinding?: boolean | null;

  @Field(() => Boolean, { nullable, description: stored })
  enableIdentityAliasMetadata?: boolean | null;
}

export const EnableAuthMethodPayload = payloadType('EnableAuthMethodPayload', 'authMethod', () => AuthMethodObject);
export const TuneAuthMethodPayload = payloadType('TuneAuthMethodPayload', 'authMethod', () => AuthMethodObject);
export const DisableAuthMethodPayload = payloadType('DisableAuthMethodPayload', 'deletedId', () => ID);
export const ConfigureCertAuthPayload = payloadType('ConfigureCertAuthPayload', 'certAuthConfig', () => CertAuthConfig);
