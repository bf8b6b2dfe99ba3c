import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { connectionType } from '../../platform/graphql/connection.js';
import { payloadType } from '../../platform/graphql/payload.js';
import { DateTime } from '../../platform/graphql/scalars.js';
import { InMountInput } from '../graphql/mount-argument.js';
import type { TransactionSearch } from './approvals.js';
import type { ScepConfigChange } from './scep-configuration.js';
import type { Authenticator, ScepConfig } from './scep-config.js';
import type { ScepTransaction as KeptTransaction, TransactionStatus } from './transaction.store.js';

const about = {
  enabled: 'Whether certificates can be obtained by SCEP.',
  defaultPathPolicy:
    'What decides about requests where the path names no role: `sign-verbatim` (what the request says), or `role:` with the name of a role. Empty for nothing: then only paths with a role can be used.',
  allowedEncryptionAlgorithms:
    'Ciphers that messages may have: `aes128-cbc`, `aes256-cbc`, `aes128-gcm`, `aes256-gcm`, and for old devices `3des-cbc`.',
  allowedDigestAlgorithms: 'Digests that signatures of messages may have: `sha-256`, `sha-384`, `sha-512`.',
  restrictCaChainToIssuer:
    'Whether clients that ask for the certificates of the authority get the issuer alone, without its chain.',
  requireApproval: 'Whether somebody must approve each first certificate. Renewals by certificate need no approval.',
  logLevel: 'Kept for clients of Vault; the log level of the server decides.',
  cert: 'How the certificate that signs a renewal is judged. Null: there are no renewals.',
  scep: 'How the challenge password of a request is judged. Null: none is accepted.',
} as const;

@ObjectType({
  simpleResolvers: true,
  description: 'An auth method that authenticates requesters of certificates by SCEP.',
})
export class ScepAuthenticator {
  @Field(() => String, { description: 'Accessor of the method.' })
  readonly accessor!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The only role of the method that counts. Null or empty for all.',
  })
  readonly role!: string | null;
}

@ObjectType({
  simpleResolvers: true,
  description: 'The auth methods that authenticate requesters of certificates by SCEP.',
})
export class ScepAuthenticators {
  @Field(() => ScepAuthenticator, { nullable: true, description: about.cert })
  readonly cert!: Authenticator | null;

  @Field(() => ScepAuthenticator, { nullable: true, description: about.scep })
  readonly scep!: Authenticator | null;
}

@ObjectType('ScepConfig', {
  simpleResolvers: true,
  description: 'How certificates can be obtained by SCEP (RFC 8894).',
})
export class ScepConfigType {
  @Field(() => Boolean, { description: about.enabled })
  readonly enabled!: boolean;

  @Field(() => String, { description: about.defaultPathPolicy })
  readonly defaultPathPolicy!: string;

  @Field(() => [String], { description: about.allowedEncryptionAlgorithms })
  readonly allowedEncryptionAlgorithms!: readonly string[];

  @Field(() => [String], { description: about.allowedDigestAlgorithms })
  readonly allowedDigestAlgorithms!: readonly string[];

  @Field(() => Boolean, { description: about.restrictCaChainToIssuer })
  readonly restrictCaChainToIssuer!: boolean;

  @Field(() => ScepAuthenticators, { description: 'The auth methods that authenticate requesters.' })
  readonly authenticators!: ScepAuthenticators;

  @Field(() => Boolean, { description: about.requireApproval })
  readonly requireApproval!: boolean;

  @Field(() => String, { description: about.logLevel })
  readonly logLevel!: string;

  @Field(() => DateTime, { nullable: true, description: 'When it was changed last. Null if it never was.' })
  readonly updatedAt!: Date | null;
}

@InputType({ description: 'An auth method that authenticates requesters of certificates by SCEP.' })
export class ScepAuthenticatorInput {
  @Field(() => String, { description: 'Accessor of the method.' })
  readonly accessor!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The only role of the method that counts. Null or empty for all.',
  })
  readonly role?: string | null;
}

@InputType({ description: 'The auth methods that authenticate requesters. One that is left out is removed.' })
export class ScepAuthenticatorsInput {
  @Field(() => ScepAuthenticatorInput, { nullable: true, description: about.cert })
  readonly cert?: ScepAuthenticatorInput | null;

  @Field(() => ScepAuthenticatorInput, { nullable: true, description: about.scep })
  readonly scep?: ScepAuthenticatorInput | null;
}

@InputType({
  description: 'Changes to how certificates can be obtained by SCEP. Fields that are left out do not change.',
})
export class ConfigureScepInput extends InMountInput implements ScepConfigChange {
  @Field(() => Boolean, { nullable: true, description: about.enabled })
  readonly enabled?: boolean | null;

  @Field(() => String, { nullable: true, description: about.defaultPathPolicy })
  readonly defaultPathPolicy?: string | null;

  @Field(() => [String], { nullable: true, description: about.allowedEncryptionAlgorithms })
  readonly allowedEncryptionAlgorithms?: string[] | null;

  @Field(() => [String], { nullable: true, description: about.allowedDigestAlgorithms })
  readonly allowedDigestAlgorithms?: string[] | null;

  @Field(() => Boolean, { nullable: true, description: about.restrictCaChainToIssuer })
  readonly restrictCaChainToIssuer?: boolean | null;

  @Field(() => ScepAuthenticatorsInput, {
    nullable: true,
    description: 'The auth methods that authenticate requesters.',
  })
  readonly authenticators?: ScepAuthenticatorsInput | null;

  @Field(() => Boolean, { nullable: true, description: about.requireApproval })
  readonly requireApproval?: boolean | null;

  @Field(() => String, { nullable: true, description: about.logLevel })
  readonly logLevel?: string | null;
}

export const ConfigureScepPayload = payloadType('ConfigureScepPayload', 'scepConfig', () => ScepConfigType);

const statuses = {
  PENDING: ['pending', 'It waits for somebody to approve it.'],
  ISSUED: ['issued', 'Its certificate was issued.'],
  REFUSED: ['refused', 'Somebody refused it.'],
} as const satisfies Record<string, readonly [TransactionStatus, string]>;

const ScepTransactionStatusEnum: Readonly<Record<string, TransactionStatus>> = Object.fromEntries(
  Object.entries(statuses).map(([name, [status]]) => [name, status]),
);
registerEnumType(ScepTransactionStatusEnum, {
  name: 'ScepTransactionStatus',
  description: 'What came of a request by SCEP.',
  valuesConfig: Object.fromEntries(Object.entries(statuses).map(([name, [, description]]) => [name, { description }])),
});

const requestId = 'Identifier of the form `scep-…`. Records of the audit name the request by it.';

@ObjectType({ simpleResolvers: true, description: 'A request for a certificate by SCEP.' })
export class ScepTransaction {
  @Field(() => ID, { description: requestId })
  readonly requestId!: string;

  @Field(() => String, { description: 'The transaction, as its client named it.' })
  readonly transactionId!: string;

  @Field(() => ScepTransactionStatusEnum, { description: 'What came of it.' })
  readonly status!: string;

  @Field(() => String, { description: 'Where it was sent: the path below the mount.' })
  readonly path!: string;

  @Field(() => String, { description: 'The subject that it asks for. At most 500 characters.' })
  readonly subject!: string;

  @Field(() => [String], { description: 'The alternative names that it asks for, while it waits. At most 100.' })
  readonly names!: readonly string[];

  @Field(() => String, {
    description: 'SHA-256 of the public key of its client, in hex. Compare it with that of the device.',
  })
  readonly keyFingerprint!: string;

  @Field(() => String, { description: 'Who asked, as the auth method names it.' })
  readonly requester!: string;

  @Field(() => String, { description: 'The address that it came from.' })
  readonly remoteAddress!: string;

  @Field(() => ID, { nullable: true, description: 'The certificate that was issued for it. Null before.' })
  readonly certificateId!: string | null;

  @Field(() => String, { nullable: true, description: 'Why it was refused, as its client is told. Null for no words.' })
  readonly reason!: string | null;

  @Field(() => DateTime, { description: 'When it came.' })
  readonly createdAt!: Date;

  @Field(() => DateTime, { nullable: true, description: 'When it was decided. Null before.' })
  readonly decidedAt!: Date | null;

  @Field(() => DateTime, { description: 'Until when its client can ask for the result.' })
  readonly expiresAt!: Date;
}

@InputType({ description: 'A filter for requests. All conditions must be met.' })
export class ScepTransactionFilter implements TransactionSearch {
  @Field(() => ScepTransactionStatusEnum, { nullable: true, description: 'What came of them.' })
  readonly status?: TransactionStatus | null;
}

export const ScepTransactionConnection = connectionType(
  'ScepTransaction',
  () => ScepTransaction,
  'Requests for certificates by SCEP, newest first.',
);

@InputType({ description: 'The request to approve.' })
export class ApproveScepTransactionInput extends InMountInput {
  @Field(() => ID, { description: requestId })
  readonly requestId!: string;
}

@InputType({ description: 'The request to refuse.' })
export class RefuseScepTransactionInput extends InMountInput {
  @Field(() => ID, { description: requestId })
  readonly requestId!: string;

  @Field(() => String, { nullable: true, description: 'Why, for its client. At most 200 characters.' })
  readonly reason?: string | null;
}

const decided = (name: string) => payloadType(name, 'scepTransaction', () => ScepTransaction);
export const ApproveScepTransactionPayload = decided('ApproveScepTransactionPayload');
export const RefuseScepTransactionPayload = decided('RefuseScepTransactionPayload');

export const toScepConfig = ({ lastUpdated, authenticators, ...config }: ScepConfig): ScepConfigType => ({
  ...config,
  authenticators: { cert: authenticators.cert ?? null, scep: authenticators.scep ?? null },
  updatedAt: lastUpdated === '' ? null : new Date(lastUpdated),
});

/** @param names those of the request */
export const toScepTransaction = (kept: KeptTransaction, names: readonly string[]): ScepTransaction => ({
  requestId: kept.id,
  transactionId: kept.transactionId,
  status: kept.status,
  subject: kept.subject,
  names,
  keyFingerprint: kept.signerKey,
  requester: kept.requester,
  remoteAddress: kept.remoteAddress,
  certificateId: kept.certificateId,
  reason: kept.reason,
  createdAt: kept.createdAt,
  decidedAt: kept.decidedAt,
  expiresAt: kept.expiresAt,
  path: kept.place === '' ? 'scep' : `${kept.place}/scep`,
});
