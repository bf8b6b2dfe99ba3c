import { mechanisms } from '../../../../platform/pkcs11/mechanisms.js';
import { problem } from '../../../../platform/problems.js';
import { found, made } from '../../found.js';
import { list, read, remove, write } from '../route.js';
import type { VaultRequest, VaultRoute } from '../route.js';
import { weak } from '../weak.js';
import type { WeakKind, WeakValues } from '../weak.js';
import { keysAnswer, nothing } from './answers.js';
import {
  DeleteManagedKey,
  ListManagedKeys,
  ReadManagedKey,
  TestManagedKey,
  WriteManagedKey,
} from '../generated/operations.js';
import type { ManagedKeyFieldsFragment, ManagedKeyUsage } from '../generated/operations.js';

/** A number as Vault's callers write it: 0x0001, 1, "1". */
function numberOf(value: unknown): number | undefined {
  const text = weak.text.read(value)?.trim() ?? '';
  return /^(?:0x[0-9a-f]{1,8}|\d{1,9})$/i.test(text) ? Number(text) : undefined;
}

const mechanism: WeakKind<string> = { ...weak.text, compared: numberOf };

const names = ['RSA_PKCS', 'RSA_PKCS_PSS', 'ECDSA'] as const;

/** @throws INVALID_INPUT */
function mechanismOf(text: string | undefined) {
  const number = numberOf(text);
  const name = names.find((each) => mechanisms[each] === number);
  if (name) return name;
  throw problem(
    'INVALID_INPUT',
    'mechanism must be one that signs: 0x0001 (CKM_RSA_PKCS), 0x000d (CKM_RSA_PKCS_PSS) or 0x1041 (CKM_ECDSA)',
    ['mechanism'],
  );
}

const usages = [
  ...(['ENCRYPT', 'DECRYPT', 'SIGN', 'VERIFY', 'WRAP', 'UNWRAP', 'MAC', 'GENERATE_RANDOM'] as const),
] satisfies readonly ManagedKeyUsage[];

/** @throws INVALID_INPUT */
function usageOf(text: string): ManagedKeyUsage {
  const usage = usages.find((each) => each === text.trim().toUpperCase());
  if (usage) return usage;
  throw problem('INVALID_INPUT', `usages must not have ${JSON.stringify(text)}`, ['usages']);
}

const curves = ['P256', 'P384', 'P521'] as const;

/** @throws INVALID_INPUT */
function curveOf(text: string) {
  if (text === '') return null;
  const curve = curves.find((each) => each === text);
  if (curve) return curve;
  throw problem('INVALID_INPUT', `curve must be ${curves.join(', ')}`, ['curve']);
}

const hashes = new Map([
  ['sha2-256', 'SHA256' as const],
  ['sha2-384', 'SHA384' as const],
  ['sha2-512', 'SHA512' as const],
]);

/** @throws INVALID_INPUT */
function hashOf(text: string) {
  const hash = hashes.get(text);
  if (hash) return hash;
  throw problem('INVALID_INPUT', `hash_algorithm must be ${[...hashes.keys()].join(', ')}`, ['hashAlgorithm']);
}

const fields = {
  library: weak.text,
  slot: weak.text,
  token_label: weak.text,
  pin: weak.text,
  key_label: weak.text,
  key_id: weak.text,
  mechanism,
  key_bits: weak.whole,
  curve: weak.text,
  allow_generate_key: weak.flag,
  allow_replace_key: weak.flag,
  allow_store_key: weak.flag,
  any_mount: weak.flag,
  force_rw_session: weak.flag,
  max_parallel: weak.whole,
  usages: weak.list,
  // Clients repeat what the path says, and what an answer said.
  name: weak.text,
  type: weak.text,
  uuid: weak.text,
} as const;

interface Named {
  readonly name: string;
}

function writeInput({ params, fields: given }: VaultRequest<WeakValues<typeof fields>, Named>) {
  const { name: _name, type: _type, uuid: _uuid, mechanism: how, usages: uses, curve, keyId, ...rest } = given;
  return {
    input: {
      library: '',
      ...rest,
      name: params.name,
      mechanism: mechanismOf(how),
      ...(uses !== undefined && { usages: uses.map(usageOf) }),
      ...(curve !== undefined && { curve: curveOf(curve) }),
      ...(keyId !== undefined && { tokenKeyId: keyId }),
    },
  };
}

/**
 * terraform's provider keeps these as texts and compares them with what was written: numbers of slots and mechanisms are texts here, and what has its default
 * and is no text is left out.
 */
const keyDocument = (key: ManagedKeyFieldsFragment) => ({
  data: {
    UUID: key.uuid,
    name: key.name,
    type: 'pkcs11',
    library: key.library,
    slot: key.slot ?? '',
    token_label: key.tokenLabel ?? '',
    key_label: key.keyLabel ?? '',
    key_id: key.tokenKeyId ?? '',
    mechanism: `0x${mechanisms[key.mechanism].toString(16).padStart(4, '0')}`,
    ...(key.keyBits !== null && { key_bits: String(key.keyBits) }),
    curve: key.curve ?? '',
    allow_generate_key: key.allowGenerateKey,
    allow_replace_key: key.allowReplaceKey,
    allow_store_key: key.allowStoreKey,
    any_mount: key.anyMount,
    ...(key.forceRwSession && { force_rw_session: 'true' }),
    max_parallel: key.maxParallel,
    usages: key.usages.map((usage) => usage.toLowerCase()),
    pin: 'redacted',
  },
});

const named = ({ params }: VaultRequest<object, Named>) => ({ name: params.name });

/** Keys in PKCS#11 tokens (Vault API, `sys/managed-keys`). */
export const managedKeyRoutes: readonly VaultRoute[] = [
  list({
    path: 'sys/managed-keys/pkcs11',
    operation: ListManagedKeys,
    pages: 'managedKeys',
    variables: () => ({}),
    answer: ({ managedKeys: { nodes } }) => keysAnswer(nodes.map(({ name }) => name)),
  }),
  read({
    path: 'sys/managed-keys/pkcs11/:name',
    operation: ReadManagedKey,
    variables: named,
    answer: ({ managedKey }) => keyDocument(found(managedKey)),
  }),
  write({
    path: 'sys/managed-keys/pkcs11/:name',
    operation: WriteManagedKey,
    fields,
    variables: writeInput,
    answer: ({ payload }) => {
      made(payload.managedKey);
      return null;
    },
  }),
  remove({
    path: 'sys/managed-keys/pkcs11/:name',
    operation: DeleteManagedKey,
    variables: (request) => ({ input: named(request) }),
    answer: nothing,
  }),
  write({
    path: 'sys/managed-keys/pkcs11/:name/test/sign',
    operation: TestManagedKey,
    fields: { use_pss: weak.flag, hash_algorithm: weak.text },
    variables: ({ params, fields: { usePss, hashAlgorithm } }) => ({
      input: {
        name: params.name,
        ...(usePss !== undefined && { usePss }),
        ...(hashAlgorithm !== undefined && { hashAlgorithm: hashOf(hashAlgorithm) }),
      },
    }),
    answer: ({ payload }) => {
      made(payload.managedKey);
      return null;
    },
  }),
];
