import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { connectionType } from '../../platform/graphql/connection.js';
import { Node } from '../../platform/graphql/node.js';
import { payloadType } from '../../platform/graphql/payload.js';
import { DateTime } from '../../platform/graphql/scalars.js';
import { mechanisms } from '../../platform/pkcs11/mechanisms.js';
import type { ManagedKeyFacts } from './managed-key.store.js';

const ManagedKeyMechanismEnum = mechanisms;
registerEnumType(ManagedKeyMechanismEnum, {
  name: 'ManagedKeyMechanism',
  description: 'How a managed key signs: mechanisms of PKCS#11.',
  valuesConfig: {
    RSA_PKCS: { description: 'RSA; PKCS#1 v1.5, or PSS where that is asked for.' },
    RSA_PKCS_PSS: { description: 'RSA, always PSS.' },
    ECDSA: { description: 'ECDSA, with a NIST curve.' },
  },
});

const ManagedKeyCurveEnum = { P256: 'P256', P384: 'P384', P521: 'P521' } as const;
registerEnumType(ManagedKeyCurveEnum, {
  name: 'ManagedKeyCurve',
  description: 'Curves of managed keys.',
  valuesConfig: {
    P256: { description: 'NIST P-256.' },
    P384: { description: 'NIST P-384.' },
    P521: { description: 'NIST P-521.' },
  },
});

const ManagedKeyUsageEnum = {
  ENCRYPT: 'encrypt',
  DECRYPT: 'decrypt',
  SIGN: 'sign',
  VERIFY: 'verify',
  WRAP: 'wrap',
  UNWRAP: 'unwrap',
  MAC: 'mac',
  GENERATE_RANDOM: 'generate_random',
} as const;
registerEnumType(ManagedKeyUsageEnum, {
  name: 'ManagedKeyUsage',
  description: 'What a managed key may be used for. Certificate authorities only sign.',
  valuesConfig: {
    ENCRYPT: { description: 'Encrypting. Kept for clients.' },
    DECRYPT: { description: 'Decrypting. Kept for clients.' },
    SIGN: { description: 'Signing.' },
    VERIFY: { description: 'Checking signatures. Kept for clients: that needs no token.' },
    WRAP: { description: 'Wrapping keys. Kept for clients.' },
    UNWRAP: { description: 'Unwrapping keys. Kept for clients.' },
    MAC: { description: 'Authenticating messages. Kept for clients.' },
    GENERATE_RANDOM: { description: 'Generating random numbers. Kept for clients.' },
  },
});

const ManagedKeyHashEnum = { SHA256: 'sha256', SHA384: 'sha384', SHA512: 'sha512' } as const;
registerEnumType(ManagedKeyHashEnum, {
  name: 'ManagedKeyHash',
  description: 'Hashes of test signatures.',
  valuesConfig: {
    SHA256: { description: 'SHA-256.' },
    SHA384: { description: 'SHA-384.' },
    SHA512: { description: 'SHA-512.' },
  },
});

type Curve = keyof typeof ManagedKeyCurveEnum;

const about = {
  library: 'The name of the library of the token, as the operator gave it in `TRUSTATE_PKCS11_LIBRARIES`.',
  slot: 'The slot of the token, a decimal number.',
  tokenLabel: 'The label of the token.',
  keyLabel: 'The label of the key in the token.',
  keyId: 'The id of the key in the token: a text, or octets in hexadecimal after 0x.',
  mechanism: 'How it signs.',
  keyBits: 'Its size in bits, of RSA.',
  curve: 'Its curve, of ECDSA.',
  allowGenerateKey: 'Whether it is generated in the token if it is missing there.',
  allowReplaceKey: 'Kept for clients: no key of a token is ever replaced here.',
  allowStoreKey: 'Kept for clients: no key is ever imported into a token here.',
  anyMount: 'Whether every mount may use it. Otherwise a mount must name it among its `allowedManagedKeys`.',
  forceRwSession: 'Whether every session with the token may write, which some tokens require.',
  maxParallel: 'How many signatures each process asks the token for at the same time.',
  usages: 'What it may be used for.',
} as const;

@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description: 'A key in a PKCS#11 token, and how it is reached there. It never leaves the token.',
})
export class ManagedKey extends Node {
  @Field(() => String, { description: 'Its name.' })
  readonly name!: string;

  @Field(() => String, { description: 'The identifier that clients of the REST paths see.' })
  readonly uuid!: string;

  @Field(() => String, { description: about.library })
  readonly library!: string;

  @Field(() => String, { nullable: true, description: about.slot })
  readonly slot!: string | null;

  @Field(() => String, { nullable: true, description: about.tokenLabel })
  readonly tokenLabel!: string | null;

  @Field(() => String, { nullable: true, description: about.keyLabel })
  readonly keyLabel!: string | null;

  @Field(() => String, { nullable: true, description: about.keyId })
  readonly tokenKeyId!: string | null;

  @Field(() => ManagedKeyMechanismEnum, { description: about.mechanism })
  readonly mechanism!: number;

  @Field(() => Int, { nullable: true, description: about.keyBits })
  readonly keyBits!: number | null;

  @Field(() => ManagedKeyCurveEnum, { nullable: true, description: about.curve })
  readonly curve!: string | null;

  @Field(() => Boolean, { description: about.allowGenerateKey })
  readonly allowGenerateKey!: boolean;

  @Field(() => Boolean, { description: about.allowReplaceKey })
  readonly allowReplaceKey!: boolean;

  @Field(() => Boolean, { description: about.allowStoreKey })
  readonly allowStoreKey!: boolean;

  @Field(() => Boolean, { description: about.anyMount })
  readonly anyMount!: boolean;

  @Field(() => Boolean, { description: about.forceRwSession })
  readonly forceRwSession!: boolean;

  @Field(() => Int, { description: about.maxParallel })
  readonly maxParallel!: number;

  @Field(() => [ManagedKeyUsageEnum], { description: about.usages })
  readonly usages!: readonly string[];

  @Field(() => DateTime, {
    nullable: true,
    description:
      'When the token refused the PIN: it is not tried again until the key is written or tested. Null if it did not.',
  })
  readonly pinRefusedAt!: Date | null;

  @Field(() => DateTime, { description: 'When it was first written.' })
  readonly createdAt!: Date;

  @Field(() => DateTime, { description: 'When it was last written.' })
  readonly updatedAt!: Date;
}

export const ManagedKeyConnection = connectionType('ManagedKey', () => ManagedKey, 'Managed keys, by name.');

const orNull = (text: string): string | null => (text === '' ? null : text);

export const toManagedKey = ({
  slot,
  tokenLabel,
  keyLabel,
  keyId,
  keyBits,
  curve,
  ...key
}: ManagedKeyFacts): ManagedKey => ({
  ...key,
  slot: orNull(slot),
  tokenLabel: orNull(tokenLabel),
  keyLabel: orNull(keyLabel),
  tokenKeyId: orNull(keyId),
  keyBits: keyBits === 0 ? null : keyBits,
  curve: orNull(curve),
});

@InputType({
  description:
    'A managed key, which is created or replaced. What is left out has its default, except for the PIN, which stays. The key in the token does not change.',
})
export class WriteManagedKeyInput {
  @Field(() => String, { description: 'Its name: lower-case letters, digits, dots, dashes and underscores.' })
  name!: string;

  @Field(() => String, { description: about.library })
  library!: string;

  @Field(() => String, { nullable: true, description: `${about.slot} It or \`tokenLabel\` is required.` })
  slot?: string | null;

  @Field(() => String, { nullable: true, description: about.tokenLabel })
  tokenLabel?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The PIN of the token. It is encrypted at rest and never shown. Required for a new managed key.',
  })
  pin?: string | null;

  @Field(() => String, { nullable: true, description: `${about.keyLabel} It or \`tokenKeyId\` is required.` })
  keyLabel?: string | null;

  @Field(() => String, { nullable: true, description: about.keyId })
  tokenKeyId?: string | null;

  @Field(() => ManagedKeyMechanismEnum, { description: about.mechanism })
  mechanism!: number;

  @Field(() => Int, { nullable: true, description: `${about.keyBits} Required if it may be generated.` })
  keyBits?: number | null;

  @Field(() => ManagedKeyCurveEnum, { nullable: true, description: `${about.curve} Required if it may be generated.` })
  curve?: Curve | null;

  @Field(() => Boolean, { nullable: true, description: `${about.allowGenerateKey} Defaults to false.` })
  allowGenerateKey?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: about.allowReplaceKey })
  allowReplaceKey?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: about.allowStoreKey })
  allowStoreKey?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: `${about.anyMount} Defaults to false.` })
  anyMount?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: `${about.forceRwSession} Defaults to false.` })
  forceRwSession?: boolean | null;

  @Field(() => Int, { nullable: true, description: `${about.maxParallel} From 1, the default, to 64.` })
  maxParallel?: number | null;

  @Field(() => [ManagedKeyUsageEnum], { nullable: true, description: 'Defaults to SIGN and VERIFY.' })
  usages?: string[] | null;
}

@InputType({ description: 'The managed key to test, and how it signs.' })
export class TestManagedKeyInput {
  @Field(() => String, { description: 'Its name.' })
  name!: string;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether a key of RSA makes a PSS signature. Defaults to false.',
  })
  usePss?: boolean | null;

  @Field(() => ManagedKeyHashEnum, { nullable: true, description: 'The hash of the signature. Defaults to SHA256.' })
  hashAlgorithm?: 'sha256' | 'sha384' | 'sha512' | null;
}

@InputType({ description: 'The managed key to forget. The key in the token stays.' })
export class DeleteManagedKeyInput {
  @Field(() => String, { description: 'Its name.' })
  name!: string;
}

const managedKey = () => ManagedKey;
export const WriteManagedKeyPayload = payloadType('WriteManagedKeyPayload', 'managedKey', managedKey);
export const TestManagedKeyPayload = payloadType('TestManagedKeyPayload', 'managedKey', managedKey);
export const DeleteManagedKeyPayload = payloadType('DeleteManagedKeyPayload', 'deletedId', () => ID);
