import { randomBytes, randomUUID } from 'node:crypto';
import { RecordedChanges } from '../../identity/audit/recorded-changes.js';
import type { Audit } from '../../identity/audit/audit.js';
import type { Caller } from '../../identity/caller.js';
import type { Clock } from '../../platform/clock.js';
import { date, text as columnText } from '../../platform/database/columns.js';
import type { Database, SqlWrite } from '../../platform/database/database.js';
import type { AcmeEabKeyRow } from '../../platform/database/models.js';
import { rowReader } from '../../platform/database/row-reader.js';
import type { RowOf } from '../../platform/database/row-reader.js';
import { rowCount } from '../../platform/database/row-counts.js';
import type { Connection, PageAsked } from '../../platform/graphql/connection.js';
import { ascending, keyset, text } from '../../platform/graphql/keyset.js';
import { keysetPage } from '../../platform/graphql/keyset-prisma.js';
import type { ValuesAsked } from '../../platform/graphql/values.js';
import { problem } from '../../platform/problems.js';
import type { Seal } from '../../platform/seal/seal.js';
import type { MountAccess } from '../access.js';
import { directoryName, pathIn } from './directory.js';
import type { DirectoryPlace } from './directory.js';

/** A key that is shown once. */
export interface NewEabKey {
  readonly id: string;
  readonly directory: string;
  /** base64url. */
  readonly key: string;
  readonly createdAt: Date;
}

export type EabKey = Omit<AcmeEabKeyRow, 'sealedKey'>;

const entryReader = rowReader({ id: columnText, directory: columnText, createdAt: date });
export type ShownEabKey = RowOf<typeof entryReader>;

const entriesSql = `SELECT ${entryReader.selection('k')} FROM "AcmeEabKey" k
  WHERE k."mountId" = ? AND k."id" > ? ORDER BY k."id" LIMIT ?`;

const purpose = 'acme-eab-key';
const randomLength = 32;
/** What the text of a key begins with, as in Vault: scanners of secrets know it. Its letters stand for whole bytes. */
const mark = Buffer.from('vault-eab-0-', 'base64url');

const byId = keyset<{ readonly id: string }>({ id: ascending(text) });

/** Keys that tie new accounts to whoever was given them (RFC 8555 §7.3.4; Vault API, PKI: "Get ACME EAB binding token"). */
export class EabKeys {
  readonly #changes: RecordedChanges;

  constructor(
    private readonly deps: {
      readonly database: Database;
      readonly access: MountAccess;
      readonly audit: Audit;
      readonly seal: Seal;
      readonly clock: Clock;
    },
  ) {
    this.#changes = new RecordedChanges(deps);
  }

  /** @throws PERMISSION_DENIED, MOUNT_NOT_FOUND, ISSUER_NOT_FOUND, INVALID_INPUT */
  async create(caller: Caller, place: DirectoryPlace): Promise<NewEabKey> {
    const directory = directoryName(place);
    const authority = await this.deps.access.to(caller, place.mount, pathIn(directory, 'new-eab'), 'update');
    if (place.issuerRef !== undefined) void authority.issuer(place.issuerRef);
    const key = Buffer.concat([mark, randomBytes(randomLength)]);
    const { mount } = authority;
    const made: NewEabKey = {
      id: randomUUID(),
      directory,
      key: key.toString('base64url'),
      createdAt: this.deps.clock.now(),
    };
    const sealedKey = new Uint8Array(this.deps.seal.wrap(purpose, key, made.id));
    const { id, createdAt } = made;
    return this.#changes.make(caller, 'acme.eab-key.create', async (tx) => {
      if (place.role !== undefined) {
        const where = { mountId_name: { mountId: mount.id, name: place.role } };
        if (!(await tx.role.findUnique({ where, select: { id: true } })))
          throw problem('UNKNOWN_ROLE', `unknown role: ${place.role}`, ['role']);
      }
      await tx.acmeEabKey.create({ data: { id, mountId: mount.id, directory, sealedKey, createdAt } });
      return { result: made, target: targetOf(id), details: { mount: mount.path, directory } };
    });
  }

  /** In the order of their ids. @throws PERMISSION_DENIED, MOUNT_NOT_FOUND */
  async connection(caller: Caller, mount: string, page: PageAsked): Promise<Connection<EabKey>> {
    const authority = await this.deps.access.to(caller, mount, 'eab/', 'list');
    const { client } = this.deps.database;
    const where = { mountId: authority.mount.id };
    return keysetPage(byId, page, {
      rows: ({ where: place, orderBy, take }) =>
        client.acmeEabKey.findMany({ where: { AND: [where, place] }, orderBy, take }),
      count: () => rowCount(this.deps.database, `acme-eab-key/${authority.mount.id}`),
    });
  }

  /** After an id, whether it exists or not. @throws PERMISSION_DENIED, MOUNT_NOT_FOUND */
  async entries(caller: Caller, mount: string, { size, after }: ValuesAsked): Promise<readonly ShownEabKey[]> {
    const authority = await this.deps.access.to(caller, mount, 'eab/', 'list');
    const rows = await this.deps.database.readSql(entriesSql, [authority.mount.id, after ?? '', size]);
    return rows.map(entryReader.read);
  }

  /** @returns whether there was one @throws PERMISSION_DENIED, MOUNT_NOT_FOUND */
  async delete(caller: Caller, mount: string, id: string): Promise<boolean> {
    const authority = await this.deps.access.to(caller, mount, `eab/${id}`, 'delete');
    const { mount: found } = authority;
    const { client } = this.deps.database;
    if ((await client.acmeEabKey.count({ where: { id, mountId: found.id } })) === 0) return false;
    return this.#changes.make(caller, 'acme.eab-key.delete', async (tx) => {
      const { count } = await tx.acmeEabKey.deleteMany({ where: { id, mountId: found.id } });
      return { result: count === 1, target: targetOf(id), details: { mount: found.path } };
    });
  }

  /** The secret of a key for accounts of a directory; undefined if there is none. */
  async secretOf(mountId: string, directory: string, id: string): Promise<Buffer | undefined> {
    const row = await this.deps.database.client.acmeEabKey.findUnique({ where: { id } });
    if (!row || row.mountId !== mountId || row.directory !== directory) return undefined;
    return this.deps.seal.unwrap(purpose, row.sealedKey, row.id);
  }

  /** Each ties one account. */
  using(id: string): SqlWrite {
    return { sql: 'DELETE FROM "AcmeEabKey" WHERE "id" = ?', rows: [[id]], changes: 1 };
  }
}

const targetOf = (id: string) => ({ type: 'acme-eab-key' as const, id });
