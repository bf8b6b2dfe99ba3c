import { createPrivateKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import DataLoader from 'dataloader';
import { bigint, text } from '../../platform/database/columns.js';
import { condition, oneOf } from '../../platform/database/conditions.js';
import { rowsAmong } from '../../platform/database/rows-among.js';
import type { Database, SqlRow } from '../../platform/database/database.js';
import type { MountRow } from '../../platform/database/models.js';
import { problem } from '../../platform/problems.js';
import type { Seal } from '../../platform/seal/seal.js';
import { inTurns } from '../../platform/turns.js';
import { sharedWork } from '../../platform/work/work.js';
import { longestMountPath, mountOf, mountPathsOf, normalPath } from '../mounts/mount-path.js';
import { SharedLookups } from '../mounts/shared-lookups.js';
import { keySealPurpose } from '../keys/key-seal-purpose.js';
import { isMechanismOfPss } from '../managed-keys/managed-key-rules.js';
import type { RemoteKeys } from '../managed-keys/managed-key-use.js';
import { managedKeyIdOf } from '../managed-keys/sealed-reference.js';
import { parseCertificate, parsePublicKeyInfo } from '../x509/index.js';
import type { Certificate, RemoteKey } from '../x509/index.js';
import type { Authority, AuthorityReader, AuthorityWithRole, KeyId } from './authority.js';
import { viewAuthority } from './authority-view.js';
import { keyNotFound } from './references.js';

interface StoredKey {
  readonly id: string;
  readonly sealedKey: Uint8Array;
  readonly publicKey: Uint8Array;
  readonly managedKeyId: string | null;
  readonly managedKey: { readonly mechanism: number } | null;
}

interface Kept {
  readonly authority: Authority;
  readonly certificates: ReadonlyMap<string, Certificate>;
  readonly sealedKeys: ReadonlyMap<string, Uint8Array>;
  /** The keys that are already unsealed. */
  readonly privateKeys: Map<string, KeyObject>;
}

const readWithRole = `SELECT m."id" AS "id", m."revision" AS "revision", r."id" AS "roleId", r."definition" AS "definition"
  FROM "Mount" m LEFT JOIN "Role" r ON r."mountId" = m."id" AND r."name" = ? WHERE m."path" = ?`;

/** If a mount changes all the time, it is read this often before the latest result is used. */
const attempts = 5;

/**
 * Authorities in memory, each valid for one revision of its mount. The revision is read at every use, and every change of an authority increments it in its
 * transaction. So a result is never older than an acknowledged change.
 */
export class Authorities implements AuthorityReader {
  readonly #kept = new Map<string, Kept>();
  /** Paths of known mounts. */
  readonly #paths = new Set<string>();
  readonly #lookups = new SharedLookups((paths) => sharedWork(() => this.#mountsAt(paths)));
  readonly #loading = new Map<string, Promise<Authority>>();
  readonly longestPath = longestMountPath;

  /** Rows of mounts, read together for all requests of one turn; nothing is cached here. */
  readonly #issuersOf = ofMounts((mountId) =>
    this.deps.database.client.issuer.findMany({
      where: { mountId },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    }),
  );
  readonly #keysOf = ofMounts((mountId) =>
    this.deps.database.client.issuerKey.findMany({
      where: { mountId },
      select: {
        id: true,
        mountId: true,
        sealedKey: true,
        publicKey: true,
        managedKeyId: true,
        managedKey: { select: { mechanism: true } },
      },
    }),
  );

  constructor(private readonly deps: { database: Database; seal: Seal; managedKeys?: RemoteKeys }) {}

  async byPath(path: string): Promise<Authority> {
    const sql = 'SELECT "id", "revision" FROM "Mount" WHERE "path" = ?';
    const [row] = await this.deps.database.readSql(sql, [normalPath(path)]);
    return this.ofRow(path, row);
  }

  async withRole(path: string, role: string): Promise<AuthorityWithRole> {
    const [row] = await this.deps.database.readSql(readWithRole, [role, normalPath(path)]);
    const authority = await this.ofRow(path, row);
    const id = text.orNull(row?.['roleId']);
    return { authority, role: id === null ? null : { id, definition: text(row?.['definition']) } };
  }

  async ofRow(path: string, row: SqlRow | undefined): Promise<Authority> {
    if (row) return this.#at(text(row['id']), bigint(row['revision']), path);
    this.#paths.delete(normalPath(path));
    throw mountNotFound(path);
  }

  async byId(id: string): Promise<Authority> {
    const [row] = await this.deps.database.readSql('SELECT "id", "revision" FROM "Mount" WHERE "id" = ?', [id]);
    if (!row) throw mountGone();
    return this.#at(id, bigint(row['revision']), null);
  }

  /** The existing ones, in the requested order: one statement for all that are known at their revision, and a few for all others; `null` for missing ones. */
  async several(by: 'path' | 'id', asked: readonly string[]): Promise<(Authority | null)[]> {
    const rows = await rowsAmong(this.deps.database, by, asked, ({ sql, parameters }) =>
      condition(`SELECT "id", "path", "revision" FROM "Mount" WHERE ${sql}`, ...parameters),
    );
    const found = new Map<string, Authority>();
    await Promise.all(
      rows.map(async (row) => {
        const name = text(row[by]);
        found.set(name, await this.#at(text(row['id']), bigint(row['revision']), by === 'path' ? name : null));
      }),
    );
    return asked.map((name) => found.get(name) ?? null);
  }

  async paths(): Promise<readonly string[]> {
    const rows = await this.deps.database.readSql('SELECT "path" FROM "Mount" ORDER BY "path"');
    return rows.map((row) => text(row['path']));
  }

  /**
   * The mount that a path belongs to; `null` for none. Mounts are never nested, so a known mount is found without a statement; `byPath` notices when it no
   * longer exists, and then it is forgotten here. An unknown one is searched by the few paths that it can have.
   */
  async longest(path: string): Promise<string | null> {
    const known = mountOf(path, this.#paths);
    if (known !== null) return known;
    return this.#seen(mountOf(path, await this.#mountsAt(mountPathsOf(path))));
  }

  /** Like `longest`, for requests before any limit: only one read runs at a time, however many ask. */
  async longestTogether(path: string): Promise<string | null> {
    return mountOf(path, this.#paths) ?? this.#seen(await this.#lookups.of(path));
  }

  /** Whether a mount that is known here still exists. If not, it is forgotten. */
  async isStillAt(mount: string): Promise<boolean> {
    const isThere = (await this.#mountsAt([mount])).has(mount);
    if (!isThere) this.#paths.delete(mount);
    return isThere;
  }

  async #mountsAt(paths: readonly string[]): Promise<ReadonlySet<string>> {
    const { sql, parameters } = oneOf('path', inPlaces(paths));
    const rows = await this.deps.database.readSql(`SELECT "path" FROM "Mount" WHERE ${sql}`, parameters);
    return new Set(rows.map((row) => text(row['path'])));
  }

  #seen(mount: string | null): string | null {
    if (mount !== null) this.#paths.add(mount);
    return mount;
  }

  /** Forgets a mount that was moved or deleted, and its unsealed keys. */
  forget(id: string): void {
    this.#kept.delete(id);
    this.#paths.clear();
  }

  /** @param asked the path that was asked for; `null` for its id, which the caller need not know */
  async #at(id: string, revision: bigint, asked: string | null): Promise<Authority> {
    const kept = this.#kept.get(id);
    if (kept?.authority.mount.revision === revision) return kept.authority;
    // One read for all who wait for the same revision.
    const name = `${id} ${revision}`;
    const loading = this.#loading.get(name);
    if (loading) return loading;
    const load = sharedWork(() => this.#load(id, asked)).finally(() => this.#loading.delete(name));
    this.#loading.set(name, load);
    return load;
  }

  async #load(id: string, asked: string | null): Promise<Authority> {
    const { client } = this.deps.database;
    for (let attempt = 1; ; attempt++) {
      const mount = await client.mount.findUnique({ where: { id } });
      if (!mount) {
        this.#kept.delete(id);
        throw asked === null ? mountGone() : mountNotFound(asked);
      }
      const [issuers, keys] = await Promise.all([this.#issuersOf.load(id), this.#keysOf.load(id)]);
      const again = await client.mount.findUnique({ where: { id }, select: { revision: true } });
      // Rows of two revisions do not match: read again.
      if (again?.revision !== mount.revision && attempt < attempts) continue;
      const before = this.#kept.get(id);
      const certificates = new Map<string, Certificate>();
      for await (const row of inTurns(issuers))
        certificates.set(row.id, before?.certificates.get(row.id) ?? parseCertificate(row.certificate));
      const sealedKeys = new Map(keys.map((row) => [row.id, row.sealedKey]));
      const privateKeys = new Map([...(before?.privateKeys ?? [])].filter(([keyId]) => sealedKeys.has(keyId)));
      const inTokens = new Map(keys.flatMap((key) => (key.managedKeyId === null ? [] : [[key.id, key] as const])));
      const remote = new Map<string, RemoteKey | undefined>();
      const remoteKey = (keyId: KeyId) => {
        const key = remote.has(keyId) ? undefined : inTokens.get(keyId);
        if (key) remote.set(keyId, this.#remote(mount, key));
        return remote.get(keyId);
      };
      const authority = viewAuthority(mount, issuers, {
        certificate: (row) => certificates.get(row.id) ?? parseCertificate(row.certificate),
        privateKey: (keyId) => remoteKey(keyId) ?? this.#unsealed(keyId, sealedKeys, privateKeys),
        isRemote: (keyId) => inTokens.has(keyId),
      });
      const newest = this.#kept.get(id)?.authority.mount.revision;
      if (newest === undefined || newest <= mount.revision)
        this.#kept.set(id, { authority, certificates, sealedKeys, privateKeys });
      return authority;
    }
  }

  /** The key of a mount that is in a token. @throws SealError */
  #remote(mount: MountRow, key: StoredKey): RemoteKey | undefined {
    const managedKeyId = managedKeyIdOf(this.deps.seal, key);
    const { managedKeys } = this.deps;
    if (managedKeyId === null || key.managedKey === null || !managedKeys) return undefined;
    const onlyPss = isMechanismOfPss(key.managedKey.mechanism);
    return managedKeys.remote(managedKeyId, parsePublicKeyInfo(key.publicKey), mount, onlyPss);
  }

  #unsealed(keyId: KeyId, sealed: ReadonlyMap<string, Uint8Array>, unsealed: Map<string, KeyObject>): KeyObject {
    const known = unsealed.get(keyId);
    if (known) return known;
    const bytes = sealed.get(keyId);
    if (!bytes) throw keyNotFound(keyId);
    const der = this.deps.seal.unwrap(keySealPurpose, bytes, keyId);
    const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
    der.fill(0);
    unsealed.set(keyId, key);
    return key;
  }
}

function ofMounts<Row extends { readonly mountId: string }>(
  read: (mountIds: { in: string[] }) => PromiseLike<readonly Row[]>,
): DataLoader<string, Row[]> {
  return new DataLoader(
    async (mountIds) => {
      const rows = await read({ in: [...mountIds] });
      return mountIds.map((mountId) => rows.filter((row) => row.mountId === mountId));
    },
    { cache: false },
  );
}

/** Padded to a few fixed numbers: a different statement for each number that strangers choose would displace other prepared statements. */
function inPlaces(paths: readonly string[]): readonly string[] {
  let places = 4;
  while (places < paths.length) places *= 2;
  return Array.from({ length: places }, (_, at) => paths[at] ?? paths[0] ?? '');
}

/** Vault's clients get OpenBao's message. */
export const mountNotFound = (path: string) =>
  problem('MOUNT_NOT_FOUND', {
    inVault: `no handler for route "${normalPath(path)}". route entry not found.`,
    inGraphql: noMountAt(normalPath(path)),
  });

/** For a mount that was found by its path before. */
const mountGone = () => problem('MOUNT_NOT_FOUND', 'the mount was deleted in the meantime');

export const noMountAt = (path: string): string => `there is no mount at ${path}/`;
