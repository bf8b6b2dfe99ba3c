import { randomBytes } from 'node:crypto';
import type { Audit } from '../../identity/audit/audit.js';
import { changedOf } from '../../identity/audit/changed.js';
import type { Caller } from '../../identity/caller.js';
import type { Clock } from '../../platform/clock.js';
import { isUniqueViolation } from '../../platform/database/conflicts.js';
import type { Database, TransactionClient } from '../../platform/database/database.js';
import type { MountRow } from '../../platform/database/models.js';
import type { Connection, PageAsked } from '../../platform/graphql/connection.js';
import { ascending, keyset, text } from '../../platform/graphql/keyset.js';
import { keysetPage } from '../../platform/graphql/keyset-prisma.js';
import type { AskedTokens } from '../../platform/pkcs11/tokens.js';
import { problem } from '../../platform/problems.js';
import type { PathPolicies } from '../access.js';
import { raiseMountRevision } from '../changes.js';
import { readTuning } from '../mounts/tuning.js';
import { createAsyncSigner } from '../x509/index.js';
import type { Hash, PublicKeyInfo, RemoteKey } from '../x509/index.js';
import { managedKeyNotFound } from './managed-key-problems.js';
import { isMechanismOfEc, readManagedKey, readManagedKeyName, readPin } from './managed-key-rules.js';
import type { GivenManagedKey } from './managed-key-rules.js';
import type { ManagedKeyOfMount, ManagedKeyWish, RemoteKeys } from './managed-key-use.js';
import type { ManagedKeyFacts, ManagedKeyStore } from './managed-key.store.js';
import { requireAllowed } from './managed-tokens.js';
import type { ManagedTokens } from './managed-tokens.js';
import { fieldName, worded } from '../../platform/wording.js';

/** How a test signs. */
export interface TestWish {
  readonly usePss?: boolean | null | undefined;
  readonly hash?: Hash | null | undefined;
}

const base = 'sys/managed-keys/pkcs11';
const byName = keyset<{ readonly name: string }>({ name: ascending(text) });

/** Keys in PKCS#11 tokens that mounts may use (Vault API, `sys/managed-keys`). What is stored is how they are reached. */
export class ManagedKeys implements RemoteKeys {
  constructor(
    private readonly deps: {
      readonly database: Database;
      readonly policies: PathPolicies;
      readonly audit: Audit;
      readonly clock: Clock;
      readonly tokens: Pick<AskedTokens, 'libraryNames'>;
      readonly store: ManagedKeyStore;
      readonly inTokens: ManagedTokens;
    },
  ) {}

  /** By name. @throws PERMISSION_DENIED, INVALID_PARAMETER */
  async list(caller: Caller, page: PageAsked): Promise<Connection<ManagedKeyFacts>> {
    await this.deps.policies.require(caller, `${base}/`, 'list');
    const { managedKey } = this.deps.database.client;
    return keysetPage(byName, page, {
      rows: async (query) => {
        const rows = await managedKey.findMany({ ...query, select: { id: true, name: true } });
        const facts = new Map((await this.deps.store.where(rows.map(({ id }) => id))).map((each) => [each.id, each]));
        return rows.flatMap(({ id }) => facts.get(id) ?? []);
      },
      count: () => managedKey.count(),
    });
  }

  /** @throws PERMISSION_DENIED, NOT_FOUND */
  async read(caller: Caller, name: string): Promise<ManagedKeyFacts> {
    await this.deps.policies.require(caller, `${base}/${name}`, 'read');
    const found = await this.deps.store.named(name);
    if (!found) throw managedKeyNotFound(name);
    return found;
  }

  /**
   * Creates a managed key or replaces what is known of it; the key in the token is not touched. Without a PIN the stored one stays.
   * @throws PERMISSION_DENIED, INVALID_INPUT
   */
  async put(caller: Caller, name: string, given: GivenManagedKey): Promise<ManagedKeyFacts> {
    const { policies, database, audit, clock, store, tokens } = this.deps;
    await policies.require(caller, `${base}/${name}`, 'update');
    readManagedKeyName(name);
    const config = readManagedKey(given, tokens.libraryNames);
    const pin = given.pin === undefined || given.pin === null ? null : readPin(given.pin);
    const write = async (tx: TransactionClient) => {
      const before = await store.named(name, tx);
      if (!before && pin === null) throw problem('INVALID_INPUT', 'pin must be given', ['pin']);
      const kept = await store.put(tx, name, config, pin, clock.now());
      // How it signs belongs to what mounts know of their keys.
      const users = await tx.issuerKey.findMany({
        where: { managedKeyId: kept.id },
        distinct: ['mountId'],
        select: { mountId: true },
        orderBy: { mountId: 'asc' },
      });
      for (const { mountId } of users) await raiseMountRevision(tx, mountId);
      const details = { ...changedOf(before ?? {}, config), pin: pin === null ? 'kept' : 'written' };
      await audit.record(tx, caller, 'managed-key.write', targetOf(kept), details);
      return kept;
    };
    return database.transaction(write).catch((error: unknown) => {
      // Somebody else has created it in the meantime.
      if (isUniqueViolation(error)) return database.transaction(write);
      throw error;
    });
  }

  /**
   * Forgets how a key is reached; the key in the token stays. A missing one counts as deleted.
   * @returns its id, or null if there was none
   * @throws PERMISSION_DENIED, IN_USE if keys of a mount are in it or a mount names it
   */
  async delete(caller: Caller, name: string): Promise<string | null> {
    const { policies, database, audit, store } = this.deps;
    await policies.require(caller, `${base}/${name}`, 'delete');
    return database.transaction(async (tx) => {
      const found = await store.named(name, tx);
      if (!found) return null;
      const used = await tx.issuerKey.count({ where: { managedKeyId: found.id } });
      if (used > 0)
        throw problem('IN_USE', `the managed key ${name} is used by ${used} ${used === 1 ? 'key' : 'keys'}`);
      const mount = await mountNaming(tx, name);
      if (mount !== undefined)
        throw problem('IN_USE', `the managed key ${name} is among the allowed managed keys of the mount ${mount}/`);
      await tx.managedKey.delete({ where: { id: found.id } });
      await audit.record(tx, caller, 'managed-key.delete', targetOf(found));
      return found.id;
    });
  }

  /**
   * Signs random data and checks the signature. Generates the key if it is missing and may be.
   * @throws PERMISSION_DENIED, NOT_FOUND, REQUEST_REFUSED, UNAVAILABLE
   */
  async test(caller: Caller, name: string, { usePss, hash }: TestWish): Promise<ManagedKeyFacts> {
    const { policies, audit, database, store, inTokens } = this.deps;
    await policies.require(caller, `${base}/${name}/test/sign`, 'update');
    const key = await store.usable({ name });
    if (!key) throw managedKeyNotFound(name);
    if (usePss === true && isMechanismOfEc(key.mechanism)) throw problem('INVALID_INPUT', 'PSS is for RSA', ['usePss']);
    await audit.record(database.client, caller, 'managed-key.test', targetOf(key));
    const publicKey = await inTokens.publicKey(key, { again: true });
    const known = (await store.usable({ id: key.id })) ?? key;
    const chosen = hash ?? 'sha256';
    const remote = inTokens.remoteOf(known, publicKey);
    await createAsyncSigner(remote, { hash: chosen, curveHash: chosen, pss: usePss ?? false }).sign(randomBytes(128));
    return { ...known, pinRefusedAt: null };
  }

  /**
   * A managed key for a new key of a mount: found in its token, or generated there.
   * @throws INVALID_INPUT, NOT_FOUND, REQUEST_REFUSED if the mount may not use it, UNAVAILABLE
   */
  async obtain(
    mount: Pick<MountRow, 'tuning'>,
    { managedKeyName, managedKeyId }: ManagedKeyWish,
  ): Promise<{ readonly privateKey: RemoteKey; readonly managed: ManagedKeyOfMount }> {
    const { store, inTokens } = this.deps;
    if ((managedKeyName === '') === (managedKeyId === ''))
      throw problem(
        'INVALID_INPUT',
        worded`one of ${fieldName('managedKeyName')} and ${fieldName('managedKeyId')} must be given`,
        ['managedKeyName'],
      );
    const key = await store.usable(managedKeyName === '' ? { uuid: managedKeyId } : { name: managedKeyName });
    const tuning = readTuning(mount.tuning);
    // What a mount may not use looks as if it did not exist.
    const reachable = key && (key.anyMount || tuning.allowedManagedKeys.includes(key.name));
    if (!key || !reachable)
      throw problem(
        'REQUEST_REFUSED',
        `this mount may not use a managed key ${managedKeyName || managedKeyId}, or there is none`,
        [managedKeyName === '' ? 'managedKeyId' : 'managedKeyName'],
      );
    requireAllowed(key, tuning);
    const publicKey = await inTokens.publicKey(key);
    const { id, name, uuid } = key;
    return { privateKey: inTokens.remoteOf(key, publicKey), managed: { id, name, uuid } };
  }

  /** What signs with a key of a mount. */
  remote(managedKeyId: string, publicKey: PublicKeyInfo, mount: Pick<MountRow, 'tuning'>, onlyPss: boolean): RemoteKey {
    return this.deps.inTokens.remote({ managedKeyId, publicKey, mount: readTuning(mount.tuning) }, onlyPss);
  }
}

const targetOf = ({ id, name }: Pick<ManagedKeyFacts, 'id' | 'name'>) => ({ type: 'managed-key' as const, id, name });

/** The path of a mount that names it; mounts are few. */
async function mountNaming(tx: TransactionClient, name: string): Promise<string | undefined> {
  const rows = await tx.mount.findMany({ where: { tuning: { contains: name } }, select: { path: true, tuning: true } });
  return rows.find(({ tuning }) => readTuning(tuning).allowedManagedKeys.includes(name))?.path;
}
