import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { connectionType } from '../../platform/graphql/connection.js';
import { payloadType } from '../../platform/graphql/payload.js';
import { DateTime, Duration } from '../../platform/graphql/scalars.js';
import { IssuedServiceToken, warned } from '../tokens/service-token.type.js';
import type { MethodType } from './auth-method.js';
import { AuthMethodTypeEnum } from './auth-method.type.js';
import type { AuthRole, CertificateRule, SignInTerms } from './auth-role.js';

type TermsType = SignInTerms['type'];

const SignInTokenTypeEnum = { DEFAULT: 'default', SERVICE: 'service', BATCH: 'batch' } as const satisfies Record<
  string,
  TermsType
>;
registerEnumType(SignInTokenTypeEnum, {
  name: 'SignInTokenType',
  description: 'Which tokens a role gives to those who sign in.',
  valuesConfig: {
    DEFAULT: { description: 'What the method says.' },
    SERVICE: { description: 'Service tokens.' },
    BATCH: { description: 'Batch tokens.' },
  },
});

const policies = 'Names of the policies of whoever signs in. `root` admits nobody.';
const ttl = 'How long tokens live. `PT0S` for what the method says.';
const maxTtl = 'The longest lifetime of tokens, all renewals included. `PT0S` for what the method says.';
const explicitMaxTtl = 'The same, fixed when a token is created: later changes do not move it. `PT0S` for none.';
const period = 'Makes tokens periodic: each renewal lasts this long. `PT0S` for tokens without a period.';
const uses = 'How many requests a token allows. 0 for any number.';
const bare = 'Whether whoever signs in does not get the policy `default` by itself.';
const type = 'Which tokens it gives.';
const networks = 'Addresses and networks to sign in from, and to use tokens from. Empty for any.';
const strict = 'Whether a token may only be used from the address that signed in.';

const nullable = true;

@ObjectType('SignInTerms', { simpleResolvers: true, description: 'What whoever signs in gets.' })
class SignInTermsType {
  @Field(() => [String], { description: policies })
  readonly policies!: readonly string[];

  @Field(() => Duration, { description: ttl })
  readonly ttl!: number;

  @Field(() => Duration, { description: maxTtl })
  readonly maxTtl!: number;

  @Field(() => Duration, { description: explicitMaxTtl })
  readonly explicitMaxTtl!: number;

  @Field(() => Duration, { description: period })
  readonly period!: number;

  @Field(() => Int, { description: uses })
  readonly numUses!: number;

  @Field(() => Boolean, { description: bare })
  readonly noDefaultPolicy!: boolean;

  @Field(() => SignInTokenTypeEnum, { description: type })
  readonly type!: TermsType;

  @Field(() => [String], { description: networks })
  readonly boundCidrs!: readonly string[];

  @Field(() => Boolean, { description: strict })
  readonly strictlyBindIp!: boolean;
}

@InputType({ description: 'What whoever signs in gets. What is not given stays.' })
export class SignInTermsInput {
  @Field(() => [String], { nullable, description: policies })
  policies?: string[] | null;

  @Field(() => Duration, { nullable, description: ttl })
  ttl?: number | null;

  @Field(() => Duration, { nullable, description: maxTtl })
  maxTtl?: number | null;

  @Field(() => Duration, { nullable, description: explicitMaxTtl })
  explicitMaxTtl?: number | null;

  @Field(() => Duration, { nullable, description: period })
  period?: number | null;

  @Field(() => Int, { nullable, description: uses })
  numUses?: number | null;

  @Field(() => Boolean, { nullable, description: bare })
  noDefaultPolicy?: boolean | null;

  @Field(() => SignInTokenTypeEnum, { nullable, description: type })
  type?: TermsType | null;

  @Field(() => [String], { nullable, description: networks })
  boundCidrs?: string[] | null;

  @Field(() => Boolean, { nullable, description: strict })
  strictlyBindIp?: boolean | null;
}

const pem =
  'PEM of one certificate or several: of authorities, which must be in the chain of a client, or of the client itself.';
const shownAs = 'Its name in records and in the names of tokens.';
const patterns = 'In a pattern, `*` stands for any text. Empty for any.';
const names = `Patterns, of which the common name, a DNS name or an email address of the client must fit one. ${patterns}`;
const commonNames = `Patterns, of which the common name must fit one. ${patterns}`;
const dns = `Patterns, of which a DNS name must fit one. ${patterns}`;
const emails = `Patterns, of which an email address must fit one. ${patterns}`;
const uris = `Patterns, of which a URI must fit one. ${patterns}`;
const units = `Patterns, of which an organizational unit must fit one. ${patterns}`;
const required = 'Extensions that the certificate must have: an object identifier, a colon, and a pattern of its text.';
const told = 'Object identifiers of extensions whose text is in the metadata of tokens.';

@ObjectType('CertificateRule', { simpleResolvers: true, description: 'Which client certificates a role takes.' })
class CertificateRuleType {
  @Field(() => String, { description: pem })
  readonly certificate!: string;

  @Field(() => String, { description: shownAs })
  readonly displayName!: string;

  @Field(() => [String], { description: names })
  readonly allowedNames!: readonly string[];

  @Field(() => [String], { description: commonNames })
  readonly allowedCommonNames!: readonly string[];

  @Field(() => [String], { description: dns })
  readonly allowedDnsSans!: readonly string[];

  @Field(() => [String], { description: emails })
  readonly allowedEmailSans!: readonly string[];

  @Field(() => [String], { description: uris })
  readonly allowedUriSans!: readonly string[];

  @Field(() => [String], { description: units })
  readonly allowedOrganizationalUnits!: readonly string[];

  @Field(() => [String], { description: required })
  readonly requiredExtensions!: readonly string[];

  @Field(() => [String], { description: told })
  readonly allowedMetadataExtensions!: readonly string[];
}

@InputType({ description: 'Which client certificates a role takes. What is not given stays.' })
export class CertificateRuleInput {
  @Field(() => String, { nullable, description: pem })
  certificate?: string | null;

  @Field(() => String, { nullable, description: shownAs })
  displayName?: string | null;

  @Field(() => [String], { nullable, description: names })
  allowedNames?: string[] | null;

  @Field(() => [String], { nullable, description: commonNames })
  allowedCommonNames?: string[] | null;

  @Field(() => [String], { nullable, description: dns })
  allowedDnsSans?: string[] | null;

  @Field(() => [String], { nullable, description: emails })
  allowedEmailSans?: string[] | null;

  @Field(() => [String], { nullable, description: uris })
  allowedUriSans?: string[] | null;

  @Field(() => [String], { nullable, description: units })
  allowedOrganizationalUnits?: string[] | null;

  @Field(() => [String], { nullable, description: required })
  requiredExtensions?: string[] | null;

  @Field(() => [String], { nullable, description: told })
  allowedMetadataExtensions?: string[] | null;
}

const displayNameField =
  'What tokens and records call machines that enter by a role of a method of type `SCEP`; empty for the name of the role.';

@ObjectType('AuthRole', {
  simpleResolvers: true,
  description: 'Who may sign in by a method: a user, client certificates, or machines with a challenge.',
})
export class AuthRoleObject {
  @Field(() => String, { description: 'Its name: that of a user, or of a role.' })
  readonly name!: string;

  @Field(() => SignInTermsType, { description: 'What whoever signs in gets.' })
  readonly terms!: SignInTerms;

  @Field(() => CertificateRuleType, {
    nullable,
    description: 'Which client certificates it takes. Null for a method of another type.',
  })
  readonly certificateRule!: CertificateRule | null;

  @Field(() => String, { description: displayNameField })
  readonly displayName!: string;

  @Field(() => Boolean, {
    description: 'Whether it has a password, or a challenge that does not end. Neither is ever shown.',
  })
  readonly hasSecret!: boolean;

  @Field(() => DateTime, { description: 'When it was created.' })
  readonly createdAt!: Date;

  @Field(() => DateTime, { description: 'When it was last changed.' })
  readonly updatedAt!: Date;
}

export function toRole(role: AuthRole): AuthRoleObject {
  const { name, terms, rule, displayName, secretHash, createdAt, updatedAt } = role;
  const certificateRule = rule.certificate === '' ? null : rule;
  return { name, terms, certificateRule, displayName, hasSecret: secretHash !== null, createdAt, updatedAt };
}

export const AuthRoleConnection = connectionType(
  'AuthRole',
  () => AuthRoleObject,
  'Roles of a method to sign in, by name.',
);

const methodPath = 'The path of the method, below `auth/`.';

export const ofType = {
  nullable,
  description: 'The type that the method must have: otherwise there is no such role. Defaults to any.',
} as const;

@InputType({ description: 'A role of a method to sign in.' })
class AuthRoleInput {
  @Field(() => String, { description: methodPath })
  method!: string;

  @Field(() => String, {
    description: 'Its name: letters, digits and `_`, and between them `-`, `.`, `@` and `+`; at most 255.',
  })
  name!: string;

  @Field(() => AuthMethodTypeEnum, ofType)
  methodType?: MethodType | null;
}

@InputType({ description: 'The role to create, or what to change of it. What is not given stays.' })
export class WriteAuthRoleInput extends AuthRoleInput {
  @Field(() => SignInTermsInput, { nullable, description: 'What whoever signs in gets.' })
  terms?: SignInTermsInput | null;

  @Field(() => String, { nullable, description: 'The password of a user. A new user must have one.' })
  password?: string | null;

  @Field(() => String, {
    nullable,
    description:
      'The challenge of a role of a method of type `SCEP`. It does not end: see `createAuthChallenge` for others.',
  })
  challenge?: string | null;

  @Field(() => CertificateRuleInput, {
    nullable,
    description: 'Which client certificates a role of a method of type `CERT` takes.',
  })
  certificateRule?: CertificateRuleInput | null;

  @Field(() => String, { nullable, description: displayNameField })
  displayName?: string | null;
}

@InputType({ description: 'The role to delete.' })
export class DeleteAuthRoleInput extends AuthRoleInput {}

@InputType({ description: 'The new password of a user.' })
export class SetAuthPasswordInput extends AuthRoleInput {
  @Field(() => String, { description: 'At most 4,096 characters, all of which count.' })
  password!: string;
}

@InputType({ description: 'The new policies of a user.' })
export class SetAuthPoliciesInput extends AuthRoleInput {
  @Field(() => [String], { nullable, description: `${policies} What is not given stays.` })
  policies?: string[] | null;
}

@InputType({ description: 'The role that the challenge is for, and how long it waits.' })
export class CreateAuthChallengeInput extends AuthRoleInput {
  @Field(() => Duration, { nullable, description: 'How long it waits. Defaults to an hour; at most 30 days.' })
  ttl?: number | null;
}

@ObjectType({ simpleResolvers: true, description: 'A challenge for one request of SCEP.' })
export class AuthChallenge {
  @Field(() => String, { description: 'The challenge. It is shown only once: store it now.' })
  readonly challenge!: string;

  @Field(() => DateTime, { description: 'When it ends, if no request takes it before.' })
  readonly expiresAt!: Date;
}

@InputType({ description: 'Who signs in, with a password.' })
export class SignInInput {
  @Field(() => String, { description: methodPath })
  method!: string;

  @Field(() => String, { description: 'Its name.' })
  name!: string;

  @Field(() => String, { description: 'The password.' })
  password!: string;
}

@InputType({ description: 'Who signs in, with the client certificate of the connection.' })
export class SignInWithCertificateInput {
  @Field(() => String, { description: methodPath })
  method!: string;

  @Field(() => String, { nullable, description: 'The role. Defaults to the first that takes the certificate.' })
  role?: string | null;
}

export const WriteAuthRolePayload = payloadType('WriteAuthRolePayload', 'authRole', () => AuthRoleObject);
export const SetAuthPasswordPayload = payloadType('SetAuthPasswordPayload', 'authRole', () => AuthRoleObject);
export const SetAuthPoliciesPayload = payloadType('SetAuthPoliciesPayload', 'authRole', () => AuthRoleObject);
export const DeleteAuthRolePayload = payloadType('DeleteAuthRolePayload', 'deletedId', () => ID);
export const CreateAuthChallengePayload = payloadType(
  'CreateAuthChallengePayload',
  'authChallenge',
  () => AuthChallenge,
);
export const SignInPayload = warned('SignInPayload', 'issued', () => IssuedServiceToken);
export const SignInWithCertificatePayload = warned('SignInWithCertificatePayload', 'issued', () => IssuedServiceToken);
