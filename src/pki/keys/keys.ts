import { changedOf } from '../../identity/audit/changed.js';
import type { Caller } from '../../identity/caller.js';
import type { Clock } from '../../platform/clock.js';
import type { Database, TransactionClient } from '../../platform/database/database.js';
import { problem, ProblemError } from '../../platform/problems.js';
import type { Seal } from '../../platform/seal/seal.js';
import type { MountAccess } from '../access.js';
import type { AuthorityChanges } from '../changes.js';
import { obtainKey } from '../issuers/authority-key.js';
import type { ManagedKeys } from '../managed-keys/managed-keys.js';
import type { AuthorityMount } from '../issuers/authority.js';
import { linkKeys, requireFreeName, settleDefault } from '../issuers/issuer.store.js';
import { readName } from '../issuers/references.js';
import type { MountTarget } from '../mounts/mount-target.js';
import { readBundle } from '../read-bundle.js';
import { requireLong } from '../refusal.js';
import { privateKeyPem } from '../x509/index.js';
import { askerOf } from './key-pool.js';
import type { KeySource } from './key-source.js';
import type { KeyAsker, KeyPool } from './key-pool.js';
import { keepKey, keyReferred } from './key.store.js';
import type { KeptKey, KeyFacts } from './key.store.js';
import { fieldName, parameter, worded } from '../../platform/wording.js';
import type { Said } from '../../platform/wording.js';

/** A new key. The private key is only set for `exported`, and is never returned again. */
export interface GeneratedKey {
  readonly key: KeyFacts;
  readonly privateKey: string | null;
}

export interface KeyParameters {
  readonly keyType?: string | null | undefined;
  readonly keyBits?: number | null | undefined;
  readonly keyName?: string | null | undefined;
  readonly managedKeyName?: string | null | undefined;
  readonly managedKeyId?: string | null | undefined;
}

/** A key, and whether it is the mount's default. */
export interface ListedKey extends KeyFacts {
  readonly isDefault: boolean;
}

/** The result of a deletion. */
export interface DeletedKey {
  /** Null if there was nothing to delete. */
  readonly deletedId: string | null;
  readonly warnings: readonly Said[];
}

/** Keys of a mount. Each may belong to several issuers, or to none yet. */
export class Keys {
  constructor(
    private readonly deps: {
      database: Database;
      access: MountAccess;
      changes: AuthorityChanges;
      seal: Seal;
      clock: Clock;
      keyPool: KeyPool;
      managedKeys: ManagedKeys;
    },
  ) {}

  /** The mount of the keys, for callers who may list them. @throws PERMISSION_DENIED, MOUNT_NOT_FOUND */
  async place(caller: Caller, mount: string): Promise<AuthorityMount> {
    return (await this.deps.access.to(caller, mount, 'keys/', 'list')).mount;
  }

  /** @throws PERMISSION_DENIED, MOUNT_NOT_FOUND, KEY_NOT_FOUND */
  async read(caller: Caller, mount: string, reference: string): Promise<ListedKey> {
    const { mount: found } = await this.deps.access.to(caller, mount, `key/${reference}`, 'read');
    return this.#one(found, reference);
  }

  /** By its id only, for callers who may read what it belongs to. */
  async find(id: string): Promise<KeyFacts | null> {
    return this.deps.database.client.issuerKey.findUnique({ where: { id }, omit: { sealedKey: true } });
  }

  /**
   * @param type internal, exported or kms
   * @param request its end also ends the wait for a key
   * @throws PERMISSION_DENIED, MOUNT_NOT_FOUND, INVALID_INPUT, REQUEST_REFUSED, NAME_TAKEN, and as {@link KeyPool.take}
   */
  async generate(
    caller: Caller,
    mount: string,
    type: KeySource,
    given: KeyParameters,
    request?: KeyAsker['request'],
  ): Promise<GeneratedKey> {
    const { access, changes, seal, clock } = this.deps;
    const { mount: found } = await access.to(caller, mount, `keys/generate/${type}`, 'update');
    if (type === 'existing') throw problem('INVALID_INPUT', `unknown type of key: ${JSON.stringify(type)}`, ['type']);
    const obtaining = { ...this.deps, client: this.deps.database.client, asker: askerOf(caller, request) };
    const wish = {
      keyType: given.keyType ?? 'rsa',
      keyBits: given.keyBits ?? 0,
      keyName: given.keyName ?? '',
      keyRef: '',
      managedKeyName: given.managedKeyName ?? '',
      managedKeyId: given.managedKeyId ?? '',
    };
    const { privateKey, managed, name, exported } = await obtainKey(obtaining, found.id, type, wish, given);
    const key = await changes.make(caller, found, 'keys', 'key.generate', async (tx) => {
      const kept = await keepKey(tx, seal, found.id, { privateKey, managed, name, now: clock.now() });
      const details = { keyType: kept.key.keyType, type, ...(managed && { managedKey: managed.name }) };
      return { result: kept.key, target: targetOf(kept.key), details };
    });
    return { key, privateKey: exported ? privateKeyPem(exported, 'traditional').trimEnd() : null };
  }

  /**
   * Imports one private key, and links it to the issuers that it belongs to. An existing key does not change.
   * @throws PERMISSION_DENIED, MOUNT_NOT_FOUND, INVALID_INPUT, REQUEST_REFUSED, NAME_TAKEN
   */
  async import(caller: Caller, mount: string, pem: string, keyName = ''): Promise<KeptKey> {
    const { access, changes, database, seal, clock } = this.deps;
    const { mount: found } = await access.to(caller, mount, 'keys/import', 'update');
    const name = readName('key', keyName, 'keyName');
    const refuse = (why: Said) => problem('REQUEST_REFUSED', why, ['pemBundle']);
    if (pem.trim() === '') throw refuse(worded`'${fieldName('pemBundle')}' parameter was empty`);
    requireLong(pem, 'key', 'data for import', 'pemBundle');
    const { privateKeys, certificates } = await readBundle('pemBundle', pem);
    const [privateKey, ...others] = privateKeys;
    if (certificates.length > 0)
      throw refuse({
        inVault: 'certificates cannot be imported here; use /issuers/import/bundle',
        inGraphql: 'certificates cannot be imported here; use importIssuers',
      });
    if (!privateKey || others.length > 0) throw refuse('exactly one private key is expected in the bundle');
    const bits = privateKey.asymmetricKeyDetails?.modulusLength;
    if (bits !== undefined && bits < 2048) throw refuse('RSA keys < 2048 bits are unsafe and not supported');
    await requireFreeName(database.client, found.id, 'key', name);
    return changes.make(caller, found, 'keys', 'key.import', async (tx, row) => {
      const kept = await keepKey(tx, seal, found.id, { privateKey, name, now: clock.now() });
      await linkKeys(tx, found.id, [kept.key]);
      const able = await tx.issuer.findMany({ where: { keyId: kept.key.id }, orderBy: { createdAt: 'asc' } });
      if (row.defaultIssuerId === null) await settleDefault(tx, row, able);
      return { result: kept, target: targetOf(kept.key), details: { isNew: kept.isNew } };
    });
  }

  /** Sets another name; an empty text removes the name. @throws PERMISSION_DENIED, MOUNT_NOT_FOUND, KEY_NOT_FOUND, INVALID_INPUT, NAME_TAKEN */
  async rename(caller: Caller, mount: MountTarget, reference: string, keyName: string): Promise<ListedKey> {
    const { access, changes } = this.deps;
    const { mount: found } = await access.to(caller, mount, `key/${reference}`, 'update');
    const name = readName('key', keyName, 'keyName');
    const id = await changes.make(caller, found, 'keys', 'key.update', async (tx, row) => {
      const key = await keyReferred(tx, row, reference);
      await tx.issuerKey.update({ where: { id: key.id }, data: { name } });
      return { result: key.id, target: targetOf({ ...key, name }), details: changedOf(key, { name }) };
    });
    return this.#one(found, id);
  }

  /**
   * Deletes a key that no issuer uses. A missing key counts as deleted.
   * @returns its id, or null if there was none
   * @throws PERMISSION_DENIED, MOUNT_NOT_FOUND, IN_USE
   */
  async delete(caller: Caller, mount: MountTarget, reference: string): Promise<DeletedKey> {
    const { access, changes, database } = this.deps;
    const { mount: found } = await access.to(caller, mount, `key/${reference}`, 'delete');
    const there = await this.#one(found, reference).catch((error: unknown) => {
      if (error instanceof ProblemError && error.code === 'KEY_NOT_FOUND') return null;
      throw error;
    });
    if (!there) return { deletedId: null, warnings: [] };
    await requireUnused(database.client, there);
    return changes.make(caller, found, 'keys', 'key.delete', async (tx, row) => {
      await requireUnused(tx, there);
      await tx.issuerKey.deleteMany({ where: { id: there.id } });
      const warnings =
        row.defaultKeyId === there.id
          ? [
              worded`Deleted key ${there.uuid} (via ${parameter('key_ref')} ${reference}); this was configured as the default key. Operations without an explicit key will not work until a new default is configured.`,
            ]
          : [];
      return { result: { deletedId: there.id, warnings }, target: targetOf(there) };
    });
  }

  async #one(mount: AuthorityMount, reference: string): Promise<ListedKey> {
    const { client } = this.deps.database;
    const row = await client.mount.findUnique({ where: { id: mount.id }, select: { id: true, defaultKeyId: true } });
    const key = await keyReferred(client, row ?? { id: mount.id, defaultKeyId: null }, reference);
    return { ...key, isDefault: key.id === row?.defaultKeyId };
  }
}

/** @throws IN_USE, which names one of its issuers */
async function requireUnused(
  { issuer }: Pick<TransactionClient, 'issuer'>,
  { id }: Pick<KeyFacts, 'id'>,
): Promise<void> {
  const user = await issuer.findFirst({
    where: { keyId: id },
    select: { id: true, uuid: true },
    orderBy: { id: 'asc' },
  });
  if (user)
    throw problem('IN_USE', {
      inVault: `Failed to Delete Key.  Key in Use by Issuer: ${user.uuid}`,
      inGraphql: `The issuer ${user.id} uses the key`,
    });
}

const targetOf = ({ id, name, uuid }: Pick<KeyFacts, 'id' | 'name' | 'uuid'>) => ({
  type: 'key' as const,
  id,
  name: name ?? uuid,
});
