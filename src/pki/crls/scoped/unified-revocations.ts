import type { Caller } from '../../../identity/caller.js';
import { bigint, date, text } from '../../../platform/database/columns.js';
import { all, any, condition, equals, oneOf } from '../../../platform/database/conditions.js';
import type { SqlCondition } from '../../../platform/database/conditions.js';
import type { Database } from '../../../platform/database/database.js';
import { noPage } from '../../../platform/graphql/connection.js';
import type { Connection, PageAsked } from '../../../platform/graphql/connection.js';
import {
  ascending,
  connectionOf,
  inPage,
  keyset,
  pageBounds,
  text as textKind,
} from '../../../platform/graphql/keyset.js';
import { keysetSql } from '../../../platform/graphql/keyset-sql.js';
import type { ValuesAsked } from '../../../platform/graphql/values.js';
import type { MountAccess } from '../../access.js';
import { bareText, serialOfBare } from '../../x509/index.js';
import type { SerialNumber } from '../../x509/index.js';
import type { TakingPart } from './taking-part.js';

/** A certificate that is on a unified CRL, or was until it expired. */
export interface UnifiedRevocation {
  readonly serialNumber: SerialNumber;
  /** When it was first revoked. */
  readonly revokedAt: Date;
  /** The accessors of the mounts that revoked it. */
  readonly mountAccessors: readonly string[];
}

/** What one mount puts on unified CRLs. */
interface Part {
  readonly accessor: string;
  readonly revoked: SqlCondition;
}

interface Range {
  readonly place: SqlCondition;
  readonly orderBy: string;
  readonly take: number;
}

const bySerial = keyset<{ readonly serialNumber: string }>({ serialNumber: ascending(textKind) });

/** `certs/unified-revoked`: what all mounts revoked that take part in the unified CRLs of a mount's authorities. */
export class UnifiedRevocations {
  constructor(
    private readonly deps: { database: Pick<Database, 'readSql'>; access: MountAccess; taking: TakingPart },
  ) {}

  /** In the order of their serial numbers. None if the mount does not take part. @throws PERMISSION_DENIED, MOUNT_NOT_FOUND */
  async connection(caller: Caller, mountPath: string, page: PageAsked): Promise<Connection<UnifiedRevocation>> {
    const parts = await this.#parts(caller, mountPath);
    if (parts.length === 0) return noPage;
    const bounds = keysetSql(pageBounds(bySerial, page));
    const found = [...(await this.#found(parts, bounds))];
    const fetched = inPage(page, found, ([bare]) => bare).slice(0, bounds.take);
    return connectionOf(
      bySerial,
      page,
      fetched.map(([serialNumber, node]) => ({ key: { serialNumber }, node })),
      () => this.#count(parts),
    );
  }

  /** The same for lists of plain values. @throws as `connection` */
  async page(caller: Caller, mountPath: string, { size, after }: ValuesAsked): Promise<readonly UnifiedRevocation[]> {
    const place = condition('"serialNumber" > ?', bareText(after));
    const found = await this.#found(await this.#parts(caller, mountPath), {
      place,
      orderBy: '"serialNumber"',
      take: size,
    });
    return [...found.keys()]
      .toSorted()
      .slice(0, size)
      .flatMap((bare) => found.get(bare) ?? []);
  }

  async #parts(caller: Caller, mountPath: string): Promise<readonly Part[]> {
    const authority = await this.deps.access.to(caller, mountPath, 'certs/unified-revoked/', 'list');
    const mounts = new Map<string, { readonly accessor: string; readonly issuerIds: string[] }>();
    for (const { authority: other, group, accessor } of (await this.deps.taking.all(authority)).flat()) {
      const known = mounts.get(other.mount.id) ?? { accessor, issuerIds: [] };
      known.issuerIds.push(...group.members.map(({ id }) => id));
      mounts.set(other.mount.id, known);
    }
    return [...mounts].map(([mountId, { accessor, issuerIds }]) => ({
      accessor,
      revoked: all(equals('mountId', mountId), oneOf('issuerId', issuerIds)),
    }));
  }

  /** By serial number. */
  async #found(
    parts: readonly Part[],
    { place, orderBy, take }: Range,
  ): Promise<ReadonlyMap<string, UnifiedRevocation>> {
    const found = new Map<string, UnifiedRevocation>();
    // One after the other by the index of each mount: together they would be sorted, however many there are.
    for (const { accessor, revoked } of parts) {
      const where = all(revoked, place);
      const rows = await this.deps.database.readSql(
        `SELECT "serialNumber", MIN("revokedAt") AS "revokedAt" FROM "Revocation"
         WHERE ${where.sql} GROUP BY "serialNumber" ORDER BY ${orderBy} LIMIT ?`,
        [...where.parameters, take],
      );
      for (const row of rows) add(found, text(row['serialNumber']), date(row['revokedAt']), accessor);
    }
    return found;
  }

  async #count(parts: readonly Part[]): Promise<bigint> {
    const { sql, parameters } = any(...parts.map(({ revoked }) => revoked));
    const select = `SELECT count(DISTINCT "serialNumber") AS "n" FROM "Revocation" WHERE ${sql}`;
    return bigint((await this.deps.database.readSql(select, parameters))[0]?.['n']);
  }
}

function add(found: Map<string, UnifiedRevocation>, bare: string, revokedAt: Date, accessor: string): void {
  const known = found.get(bare);
  found.set(bare, {
    serialNumber: serialOfBare(bare),
    revokedAt: known && known.revokedAt < revokedAt ? known.revokedAt : revokedAt,
    mountAccessors: [...new Set([...(known?.mountAccessors ?? []), accessor])],
  });
}
