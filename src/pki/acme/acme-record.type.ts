import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { connectionType } from '../../platform/graphql/connection.js';
import type { AcmeAccountRow } from '../../platform/database/models.js';
import { payloadType } from '../../platform/graphql/payload.js';
import { DateTime } from '../../platform/graphql/scalars.js';
import { InMountInput } from '../graphql/mount-argument.js';
import { keptStatus, keptTexts } from './account.store.js';
import type { OperatedStatus, OrderSearch, ShownOrder } from './acme-records.js';
import { directoryPath } from './directory.js';
import type { Authorization, ProblemDocument } from './order.store.js';

const enumOf = (name: string, description: string, values: Readonly<Record<string, readonly [string, string]>>) => {
  const made = Object.fromEntries(Object.entries(values).map(([key, [value]]) => [key, value]));
  const valuesConfig = Object.fromEntries(
    Object.entries(values).map(([key, [, about]]) => [key, { description: about }]),
  );
  registerEnumType(made, { name, description, valuesConfig });
  return made;
};

const AccountStatusEnum = enumOf('AcmeAccountStatus', 'What an ACME account is.', {
  VALID: ['valid', 'It can be used.'],
  DEACTIVATED: ['deactivated', 'Its client has ended it.'],
  REVOKED: ['revoked', 'It was ended here: by somebody who may, or by a tidy because nobody used it.'],
});
const OperatedStatusEnum = enumOf('OperatedAcmeAccountStatus', 'What an ACME account can be made.', {
  VALID: ['valid', 'One that was revoked can be used again.'],
  REVOKED: ['revoked', 'It cannot be used any more, and its orders under way are given up.'],
});
const OrderStatusEnum = enumOf('AcmeOrderStatus', 'What an ACME order is (RFC 8555 §7.1.6).', {
  PENDING: ['pending', 'Names are still to be proven.'],
  READY: ['ready', 'All names are proven: the client can finalize it.'],
  VALID: ['valid', 'Its certificate was issued.'],
  INVALID: ['invalid', 'A proof failed, or it has expired, or its client has given it up.'],
});
const AuthorizationStatusEnum = enumOf('AcmeAuthorizationStatus', 'What the proof of a name is.', {
  PENDING: ['pending', 'It was not proven yet.'],
  VALID: ['valid', 'It is proven.'],
  INVALID: ['invalid', 'It failed.'],
  DEACTIVATED: ['deactivated', 'Its client has given it up.'],
});

@ObjectType({ simpleResolvers: true, description: 'An account of ACME: the key of a client, in one directory.' })
export class AcmeAccount {
  @Field(() => ID, { description: 'Identifier of the form `acct-…`. Records of the audit name the account by it.' })
  readonly accountId!: string;

  @Field(() => String, { description: 'The directory that it belongs to: its path below the mount.' })
  readonly directory!: string;

  @Field(() => AccountStatusEnum, { description: 'Whether it can be used.' })
  readonly status!: string;

  @Field(() => [String], { description: 'The addresses that its client gave. At most 10.' })
  readonly contact!: readonly string[];

  @Field(() => String, { description: 'SHA-256 of its public key in base64url (RFC 7638).' })
  readonly thumbprint!: string;

  @Field(() => ID, { nullable: true, description: 'The key that tied it to somebody. Null if none did.' })
  readonly eabKeyId!: string | null;

  @Field(() => DateTime, { description: 'When it was made.' })
  readonly createdAt!: Date;

  @Field(() => DateTime, { nullable: true, description: 'When it was deactivated or revoked. Null if it can be used.' })
  readonly endedAt!: Date | null;
}

@ObjectType({ simpleResolvers: true, description: 'Why a proof failed, as its client was told (RFC 8555 §6.7).' })
export class AcmeError {
  @Field(() => String, { description: 'Its type, such as `urn:ietf:params:acme:error:dns`.' })
  readonly type!: string;

  @Field(() => String, { description: 'What happened.' })
  readonly detail!: string;
}

@ObjectType({ simpleResolvers: true, description: 'The proof of one name of an ACME order.' })
export class AcmeAuthorization {
  @Field(() => String, { description: 'The name, with `*.` in front for a wildcard.' })
  readonly name!: string;

  @Field(() => AuthorizationStatusEnum, { description: 'Whether the name is proven.' })
  readonly status!: string;

  @Field(() => String, { nullable: true, description: 'How the client wants to prove it. Null before it has chosen.' })
  readonly challenge!: string | null;

  @Field(() => Int, { description: 'How often the proof was looked for.' })
  readonly attempts!: number;

  @Field(() => AcmeError, { nullable: true, description: 'Why the last attempt failed. Null if it did not.' })
  readonly error!: AcmeError | null;

  @Field(() => DateTime, { nullable: true, description: 'When it was proven. Null if it is not.' })
  readonly validatedAt!: Date | null;
}

@ObjectType({ simpleResolvers: true, description: 'What an ACME account wants a certificate for.' })
export class AcmeOrder {
  @Field(() => ID, { description: 'Identifier of the form `order-…`.' })
  readonly orderId!: string;

  @Field(() => ID, { description: 'The account that ordered.' })
  readonly accountId!: string;

  @Field(() => OrderStatusEnum, { description: 'How far it is.' })
  readonly status!: string;

  @Field(() => [String], { description: 'The names that it is for. At most 100.' })
  readonly names!: readonly string[];

  @Field(() => String, { nullable: true, description: 'The role that it names as its profile. Null for none.' })
  readonly profile!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Identifier (RFC 9773) of the certificate that it replaces. Null for none.',
  })
  readonly replaces!: string | null;

  @Field(() => AcmeError, { nullable: true, description: 'Why it is invalid. Null if no proof failed.' })
  readonly error!: AcmeError | null;

  @Field(() => ID, { nullable: true, description: 'The certificate that was issued for it. Null before.' })
  readonly certificateId!: string | null;

  @Field(() => [AcmeAuthorization], { description: 'The proofs of its names. At most 100.' })
  readonly authorizations!: readonly AcmeAuthorization[];

  @Field(() => DateTime, { description: 'When it was made.' })
  readonly createdAt!: Date;

  @Field(() => DateTime, { description: 'Until when it can be finalized; after that, when its certificate expires.' })
  readonly expiresAt!: Date;
}

@InputType({ description: 'What to make of an ACME account.' })
export class ChangeAcmeAccountStatusInput extends InMountInput {
  @Field(() => ID, { description: 'Identifier of the form `acct-…`.' })
  readonly accountId!: string;

  @Field(() => OperatedStatusEnum, { description: 'What it is to be.' })
  readonly status!: OperatedStatus;
}

export const ChangeAcmeAccountStatusPayload = payloadType(
  'ChangeAcmeAccountStatusPayload',
  'acmeAccount',
  () => AcmeAccount,
);

@InputType({ description: 'A filter for orders. All conditions must be met.' })
export class AcmeOrderFilter implements OrderSearch {
  @Field(() => ID, { nullable: true, description: 'The account that ordered.' })
  readonly accountId?: string | null;
}

export const AcmeAccountConnection = connectionType(
  'AcmeAccount',
  () => AcmeAccount,
  'Accounts of ACME, newest first.',
);
export const AcmeOrderConnection = connectionType('AcmeOrder', () => AcmeOrder, 'Orders of ACME, newest first.');

export const toAcmeAccount = ({ directory, contact, status, ...row }: AcmeAccountRow): AcmeAccount => ({
  accountId: row.id,
  thumbprint: row.thumbprint,
  eabKeyId: row.eabKeyId,
  createdAt: row.createdAt,
  endedAt: row.endedAt,
  directory: directoryPath(directory),
  status: keptStatus(status),
  contact: keptTexts(contact),
});

function toError(error: ProblemDocument | null): AcmeError | null {
  if (!error) return null;
  const { type, detail } = error;
  return { type: typeof type === 'string' ? type : 'about:blank', detail: typeof detail === 'string' ? detail : '' };
}

const toAuthorization = ({ identifier, wildcard, error, ...one }: Authorization): AcmeAuthorization => ({
  status: one.status,
  challenge: one.challenge,
  attempts: one.attempts,
  validatedAt: one.validatedAt,
  name: `${wildcard ? '*.' : ''}${identifier.value}`,
  error: toError(error),
});

export const toAcmeOrder = ({ order, status, authorizations }: ShownOrder): AcmeOrder => ({
  orderId: order.id,
  accountId: order.accountId,
  profile: order.profile,
  replaces: order.replaces,
  status,
  certificateId: order.certificateId,
  createdAt: order.createdAt,
  expiresAt: order.expiresAt,
  names: order.identifiers.map(({ value }) => value),
  error: toError(order.error),
  authorizations: authorizations.map(toAuthorization),
});
