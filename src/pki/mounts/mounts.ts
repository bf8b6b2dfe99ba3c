import { randomUUID } from 'node:crypto';
import type { Audit } from '../../identity/audit/audit.js';
import { changedOf } from '../../identity/audit/changed.js';
import type { Caller } from '../../identity/caller.js';
import type { Clock } from '../../platform/clock.js';
import { isMissingRow, isUniqueViolation } from '../../platform/database/conflicts.js';
import type { Database, TransactionClient } from '../../platform/database/database.js';
import { takeLock } from '../../platform/database/advisory-locks.js';
import type { MountMoveRow, MountRow } from '../../platform/database/models.js';
import type { Connection, PageAsked } from '../../platform/graphql/connection.js';
import { pageOfWhole } from '../../platform/graphql/whole-list.js';
import { ids, randomLetters } from '../../platform/ids.js';
import { problem } from '../../platform/problems.js';
import { requireOn } from '../access.js';
import type { PathPolicies } from '../access.js';
import { raiseMountRevision } from '../changes.js';
import { mountNotFound, noMountAt } from '../issuers/authorities.js';
import type { Authorities } from '../issuers/authorities.js';
import { lockIssuers } from '../issuers/former-issuers.js';
import { listedMounts, oldestFirst } from './mount-list.js';
import { recordMove } from './mount-moves.js';
import type { MovedMount } from './mount-moves.js';
import { mountOf, mountPathsOf, normalPath, pathInTheWay, readMountPath } from './mount-path.js';
import { requireSameMount, targetPath } from './mount-target.js';
import type { MountTarget } from './mount-target.js';
import { defaultTuning, mountColumns, readTuning } from './tuning.js';
import type { MountSettings } from './tuning.js';
import type { Actor } from '../../identity/audit/actor.js';
import type { AuditDetails } from '../../identity/audit/target.js';
import { system } from '../../identity/audit/actor.js';

/** The mount that the first start of an installation creates. */
export const firstMount = 'pki';

const firstStartFact = 'pki.first-start';

/** Few other servers create the same mount at the same time. */
const attempts = 3;

/** Certificate authorities by path. They share nothing with each other. */
export class Mounts {
  constructor(
    private readonly deps: {
      database: Database;
      policies: PathPolicies;
      authorities: Authorities;
      audit: Audit;
      clock: Clock;
    },
  ) {}

  /**
   * Oldest first.
   * @param search part of the path, in any case
   * @throws PERMISSION_DENIED, INVALID_PARAMETER
   */
  async list(caller: Caller, page: PageAsked, search = ''): Promise<Connection<MountRow>> {
    await this.deps.policies.require(caller, 'sys/mounts', 'read');
    return listedMounts(this.deps.database, search, page);
  }

  /**
   * The mounts in which the caller may do anything, and those that are visible for everybody by their tuning. Not everybody may know what is mounted where.
   * @throws PERMISSION_DENIED, INVALID_PARAMETER
   */
  async visible(caller: Caller, page: PageAsked): Promise<Connection<MountRow>> {
    const { policies } = this.deps;
    await policies.require(caller, 'sys/internal/ui/mounts', 'read');
    const rows = await this.all();
    const seen = await Promise.all(rows.map(async (row) => isListed(row) || policies.reaches(caller, row.path)));
    return pageOfWhole(
      oldestFirst,
      page,
      rows.filter((_row, index) => seen[index]),
    );
  }

  /** The mount that a path belongs to, whatever is at that path. @throws PERMISSION_DENIED, MOUNT_NOT_FOUND */
  async ofPath(caller: Caller, path: string): Promise<MountRow> {
    const { policies } = this.deps;
    const { client } = this.deps.database;
    const normal = normalPath(path);
    await policies.require(caller, `sys/internal/ui/mounts/${normal}`, 'read');
    const possible = await client.mount.findMany({
      where: { path: { in: [...mountPathsOf(normal)] } },
      select: { path: true },
    });
    const mount = mountOf(normal, new Set(possible.map((row) => row.path))) ?? normal;
    // Only callers who may do something there may know whether it exists.
    const reached = await policies.reaches(caller, mount);
    if (!reached && !isListed(await this.#at(mount))) throw problem('PERMISSION_DENIED');
    return this.#found(mount);
  }

  /** Every mount by path, for callers who are already authorized. */
  async all(): Promise<MountRow[]> {
    return this.deps.database.client.mount.findMany({ orderBy: { path: 'asc' } });
  }

  /** @throws PERMISSION_DENIED, MOUNT_NOT_FOUND */
  async read(caller: Caller, path: string): Promise<MountRow> {
    const normal = normalPath(path);
    await this.deps.policies.require(caller, `sys/mounts/${normal}`, 'read');
    const row = await this.#at(normal);
    // Terraform's provider recognizes a deleted mount by this text.
    if (!row)
      throw problem('MOUNT_NOT_FOUND', {
        inVault: `No secret engine mount at ${normal}/`,
        inGraphql: noMountAt(normal),
      });
    return row;
  }

  /** The data of `sys/mounts/:path/tune`. @throws PERMISSION_DENIED, MOUNT_NOT_FOUND */
  async readTuned(caller: Caller, path: string): Promise<MountRow> {
    const normal = normalPath(path);
    await this.deps.policies.require(caller, `sys/mounts/${normal}/tune`, 'read');
    return this.#found(normal);
  }

  /** Creates an empty authority at a path. @throws PERMISSION_DENIED, INVALID_INPUT, PATH_IN_USE */
  async create(caller: Caller, path: string, settings: MountSettings): Promise<MountRow> {
    const wanted = readMountPath(path);
    await this.deps.policies.require(caller, `sys/mounts/${wanted}`, 'update');
    return this.#make(wanted, caller, 'mount.create', async (tx) => {
      await requireFreePath(tx, this.deps.database, wanted);
      return { row: await createMount(tx, wanted, settings, this.deps.clock.now()) };
    });
  }

  /** Changes the times to live, the description and other tuning. @throws PERMISSION_DENIED, MOUNT_NOT_FOUND, INVALID_INPUT */
  async tune(caller: Caller, mount: MountTarget, settings: MountSettings): Promise<MountRow> {
    const normal = normalPath(targetPath(mount));
    await requireOn(this.deps.policies, caller, mount, `sys/mounts/${normal}/tune`, 'update');
    const { id } = await this.#found(mount);
    return this.#make(normal, caller, 'mount.tune', async (tx) => {
      const before = await raiseMountRevision(tx, id);
      const columns = mountColumns(settings, before);
      const data = { ...columns, updatedAt: this.deps.clock.now() };
      return { row: await tx.mount.update({ where: { id }, data }), details: changedOf(before, columns) };
    });
  }

  /** Moves an authority with all its contents. @throws PERMISSION_DENIED, MOUNT_NOT_FOUND, INVALID_INPUT, PATH_IN_USE */
  async move(caller: Caller, from: MountTarget, to: string): Promise<MovedMount> {
    await requireOn(this.deps.policies, caller, from, 'sys/remount', 'update', 'sudo');
    const { id } = await this.#found(from);
    const wanted = readMountPath(to, 'to');
    const now = this.deps.clock.now();
    const move = { id: randomUUID(), source: '', target: wanted, movedAt: now };
    const mount = await this.#make(wanted, caller, 'mount.move', async (tx) => {
      const before = await raiseMountRevision(tx, id);
      await requireFreePath(tx, this.deps.database, wanted, id);
      move.source = before.path;
      await recordMove(tx, move);
      const data = { path: wanted, updatedAt: now };
      return { row: await tx.mount.update({ where: { id }, data }), details: changedOf(before, { path: wanted }) };
    });
    this.deps.authorities.forget(id);
    return { mount, move };
  }

  /** A move of the last month. @throws PERMISSION_DENIED, NOT_FOUND */
  async movedBy(caller: Caller, moveId: string): Promise<MountMoveRow> {
    await this.deps.policies.require(caller, `sys/remount/status/${moveId}`, 'read');
    const move = await this.deps.database.client.mountMove.findUnique({ where: { id: moveId } });
    if (!move) throw problem('NOT_FOUND');
    return move;
  }

  /**
   * Deletes an authority with all its contents: issuers, keys, roles, certificates, CRLs. A missing one counts as deleted, as in Vault.
   * @returns its id, or null if there was none
   * @throws PERMISSION_DENIED, MOUNT_NOT_FOUND for an id that is no longer at its path
   */
  async delete(caller: Caller, mount: MountTarget): Promise<string | null> {
    const normal = normalPath(targetPath(mount));
    await requireOn(this.deps.policies, caller, mount, `sys/mounts/${normal}`, 'delete');
    const row = await this.deps.database.client.mount.findUnique({ where: { path: normal }, select: { id: true } });
    requireSameMount(mount, row?.id);
    if (!row) return null;
    const { id } = row;
    await this.#make(normal, caller, 'mount.delete', async (tx) => {
      // They are deleted with it.
      await lockIssuers(tx, this.deps.database.provider, id);
      return { row: await tx.mount.delete({ where: { id } }) };
    });
    this.deps.authorities.forget(id);
    return id;
  }

  /** The first start of an installation creates a mount `pki`. Only once: if it is deleted later, it is not created again. */
  async firstStart(): Promise<void> {
    const { database, clock, audit } = this.deps;
    const key = firstStartFact;
    const done = () => database.client.installationFact.findUnique({ where: { key } });
    if (await done()) return;
    try {
      await database.transaction(async (tx) => {
        const now = clock.now();
        await tx.installationFact.create({ data: { key, value: now.toISOString() } });
        if (await tx.mount.findUnique({ where: { path: firstMount } })) return;
        const row = await createMount(tx, firstMount, { description: 'Certificate authority' }, now);
        await audit.record(tx, system('first-start'), 'mount.create', targetOf(row));
      });
    } catch (error) {
      // Two machines may start at once: the second finds the work complete.
      if (!(await done())) throw error;
    }
  }

  /**
   * The mount of a part of the service, identified by a fact: it is created if there is none, and found wherever it was moved. If two servers start at once,
   * one creates it.
   * @param path its path if that is free; otherwise the next one with a number
   * @returns its id
   */
  async ownOf(actor: Actor, factKey: string, path: string, settings: MountSettings): Promise<string> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.deps.database.transaction((tx) => this.#own(tx, actor, factKey, path, settings));
      } catch (error) {
        if (!(isUniqueViolation(error) || isMissingRow(error)) || attempt === attempts) throw error;
      }
    }
  }

  async #own(tx: TransactionClient, actor: Actor, key: string, path: string, settings: MountSettings): Promise<string> {
    const fact = await tx.installationFact.findUnique({ where: { key } });
    const known = fact && (await tx.mount.findUnique({ where: { id: fact.value }, select: { id: true } }));
    if (known) return known.id;
    const row = await createMount(tx, await freePath(tx, this.deps.database, path), settings, this.deps.clock.now());
    // An insert, not an update: if two servers find none, the second fails, and finds the first one's when it tries again.
    if (fact) await tx.installationFact.delete({ where: { key, value: fact.value } });
    await tx.installationFact.create({ data: { key, value: row.id } });
    await this.deps.audit.record(tx, actor, 'mount.create', targetOf(row));
    return row.id;
  }

  #at(path: string): Promise<MountRow | null> {
    return this.deps.database.client.mount.findUnique({ where: { path } });
  }

  async #found(mount: MountTarget): Promise<MountRow> {
    const path = normalPath(targetPath(mount));
    const row = await this.#at(path);
    if (!row) throw mountNotFound(path);
    requireSameMount(mount, row.id);
    return row;
  }

  async #make(
    path: string,
    actor: Actor,
    action: string,
    work: (tx: TransactionClient) => Promise<{ readonly row: MountRow; readonly details?: AuditDetails }>,
  ): Promise<MountRow> {
    try {
      return await this.deps.database.transaction(async (tx) => {
        const { row, details } = await work(tx);
        await this.deps.audit.record(tx, actor, action, targetOf(row), details);
        return row;
      });
    } catch (error) {
      if (isUniqueViolation(error, 'Mount', ['path'])) throw pathInUse(path);
      if (isMissingRow(error)) throw mountNotFound(path);
      throw error;
    }
  }
}

/** By its tuning, everybody can see it. */
const isListed = (row: MountRow | null): boolean =>
  row !== null && readTuning(row.tuning).listingVisibility === 'unauth';

const targetOf = ({ id, path }: MountRow) => ({ type: 'mount' as const, id, name: path });

const pathInUse = (path: string) => problem('PATH_IN_USE', `path is already in use at ${path}/`, ['path']);
/** With the text that OpenBao has for moves. */
const targetInUse = (path: string) => problem('PATH_IN_USE', `path already in use at "${path}/"`, ['path']);

async function freePath(tx: TransactionClient, database: Pick<Database, 'provider'>, wanted: string): Promise<string> {
  await takeLock(tx, database.provider, 'paths', 'mounts');
  const paths = (await tx.mount.findMany({ select: { path: true } })).map(({ path }) => path);
  let path = wanted;
  for (let number = 2; pathInTheWay(path, paths) !== undefined; number++) path = `${wanted}-${number}`;
  return path;
}

/** Mounts are never nested, because a path would belong to both. @throws PATH_IN_USE */
async function requireFreePath(
  tx: TransactionClient,
  database: Pick<Database, 'provider'>,
  path: string,
  moved?: string,
): Promise<void> {
  await takeLock(tx, database.provider, 'paths', 'mounts');
  const others = await tx.mount.findMany({ select: { id: true, path: true } });
  const taken = pathInTheWay(
    path,
    others.filter(({ id }) => id !== moved).map((other) => other.path),
  );
  if (taken !== undefined) throw (moved === undefined ? pathInUse : targetInUse)(taken);
}

function createMount(tx: TransactionClient, path: string, settings: MountSettings, now: Date): Promise<MountRow> {
  const before = { defaultLeaseTtl: 0n, maxLeaseTtl: 0n, tuning: JSON.stringify(defaultTuning) };
  return tx.mount.create({
    data: {
      id: ids.mount.make(),
      path,
      createdAt: now,
      updatedAt: now,
      accessor: `pki_${randomLetters(8).toLowerCase()}`,
      ...mountColumns(settings, before),
    },
  });
}
