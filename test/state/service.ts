import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import pino from 'pino';
import type { Caller } from '../../src/identity/caller.js';
import type { DatabaseClient } from '../../src/platform/database/database.js';
import { ids } from '../../src/platform/ids.js';
import type { StateVersionId, WorkspaceId } from '../../src/platform/ids.js';
import type { Relation } from '../../src/platform/installation/store-record.js';
import { openObjectStore } from '../../src/platform/objects/open-object-store.js';
import { SealedObjects } from '../../src/platform/objects/sealed-objects.js';
import type { ReadObject } from '../../src/platform/objects/sealed-objects.js';
import { Seal } from '../../src/platform/seal/seal.js';
import { pageAsked } from '../../src/platform/graphql/connection.js';
import type { StateVersionOutput } from '../../src/state/outputs/output.type.js';
import { Sweeper } from '../../src/state/backing-data/sweeper.js';
import type { SweeperDeps } from '../../src/state/backing-data/sweeper.js';
import { createStateService } from '../../src/state/module.js';
import type { Deployment } from '../../src/state/versions/history.js';
import type { NewStateVersion } from '../../src/state/versions/versions.js';
import type { StateVersion } from '../../src/state/versions/version.type.js';
import { counterOf, stateVersionStatuses } from '../../src/state/versions/status.js';
import { openWorld, origin } from '../identity/world.js';
import { anonymous } from '../../src/identity/audit/actor.js';

/** Who comes with a signed URL and no token. */
export const holder = anonymous(origin);

export const hour = 3_600_000;
export const day = 24 * hour;
export const lineage = 'b2d2b3f0-0000-4000-8000-000000000001';

export const md5 = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex');

/** Content that was opened, however it was. */
export const wholeOf = async (opened: ReadObject | Buffer): Promise<Buffer> =>
  Buffer.isBuffer(opened) ? opened : buffer(opened.content);

export interface ContentShape {
  readonly version?: unknown;
  readonly lineage?: unknown;
  readonly outputs?: Readonly<Record<string, unknown>>;
  readonly resources?: unknown;
  readonly [name: string]: unknown;
}

/** One managed resource as format 4 has it. */
export function resource(type: string, name: string, more: Readonly<Record<string, unknown>> = {}, instances = 1) {
  const provider = 'provider["registry.terraform.io/hashicorp/aws"]';
  const attributes = Array.from({ length: instances }, (_, index) => ({
    index_key: index,
    attributes: { id: `${index}` },
  }));
  return { mode: 'managed', type, name, provider, instances: attributes, ...more };
}

/** Raw state of format 4. */
export function stateOf(serial: bigint | number, shape: ContentShape = {}): Buffer {
  const { version = 4, lineage: line = lineage, outputs = {}, resources = [], ...more } = shape;
  const document = { version, terraform_version: '1.11.4', lineage: line, outputs, resources, ...more };
  return Buffer.from(JSON.stringify(document).replace('{', `{"serial":${serial},`));
}

/** State as OpenTofu writes it with encryption: what it checks stays readable, and there is no `version`. */
export function encryptedState(serial: number, shape: Readonly<Record<string, unknown>> = {}): Buffer {
  const data = Buffer.from('x'.repeat(6_000)).toString('base64');
  const meta = { 'key_provider.pbkdf2.mine': 'eyJzYWx0IjoiYSJ9' };
  return Buffer.from(
    JSON.stringify({ serial, lineage, meta, encrypted_data: data, encryption_version: 'v0', ...shape }),
  );
}

/** Time at work, moved by hand. */
class HandLifetime {
  #ms = 0n;
  now() {
    return Promise.resolve(this.#ms);
  }
  advance(ms: number) {
    this.#ms += BigInt(ms);
  }
}

/** Bytes as they arrive over a connection. */
export async function* arriving(bytes: Uint8Array, size = 64): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size));
}

export const jsonState = (text = 'a') =>
  Buffer.from(JSON.stringify({ format_version: '1.0', terraform_version: '1.11.4', values: { note: text } }));

/** Makes due again what only waited too long for its turn at the database: the clock, by which it would be tried again, stands still. */
async function leftByABusyMachine(client: DatabaseClient, now: Date): Promise<boolean> {
  const waited = [{ lastError: { contains: 'transaction' } }, { lastError: { contains: 'timeout' } }];
  const { count } = await client.job.updateMany({
    where: { dueAt: { gt: now }, leasedBy: null, attempts: { lt: 5 }, OR: waited },
    data: { dueAt: now },
  });
  return count > 0;
}

/** The whole state service over a database and an object store of its own, with a clock that stands still. */
export async function openStateService(
  options: {
    deployment?: Deployment;
    maxContentBytes?: number;
    quotaBytes?: bigint;
    softDeleteDays?: number;
    through?: (url: string) => Promise<string>;
  } = {},
) {
  const base = await openWorld(options.through);
  const { client } = base;
  const folder = join(base.folder, 'objects');
  const seal = new Seal({ current: Buffer.alloc(32, 7), earlier: [] });
  const objects = new SealedObjects({ store: await openObjectStore(`file:${folder}`), seal });
  const lived = new HandLifetime();
  const sweeping = {
    lived,
    owner: { relation: () => Promise.resolve<Relation>('ours'), turn: () => Promise.resolve() },
    trashDays: 7,
  };
  const log = pino({ level: 'silent' });
  const service = createStateService({
    ...base,
    seal,
    objects,
    log,
    deployment: options.deployment ?? 'enterprise',
    maxContentBytes: options.maxContentBytes ?? 2_000_000,
    quotaBytes: options.quotaBytes ?? null,
    urlLifetimeMs: 25 * hour,
    softDeleteDays: options.softDeleteDays ?? 7,
    threads: 1,
    sweeping,
  });
  const ownerId = await base.user({ username: 'olga' });
  const organizationId = await base.organization(ownerId);
  const { name: organization } = await client.organization.findUniqueOrThrow({ where: { id: organizationId } });
  const owner = await base.caller({ userId: ownerId });
  const { services, uploads, downloads, jobs, largeReads, indexer } = service;
  const settled = async () => {
    for (let again = true; again;) {
      await jobs.idle();
      await largeReads.idle();
      await indexer.idle();
      again = await leftByABusyMachine(client, base.clock.now());
    }
  };
  const { versions, locks } = services;
  let names = 0;

  const bytesOf = async (workspaceId: WorkspaceId): Promise<bigint> => {
    let bytes = 0n;
    for (const row of await client.stateVersion.findMany({ where: { workspaceId } })) {
      if (row.status === 'finalized' || row.status === 'backing_data_soft_deleted') bytes += row.size;
      bytes += (row.jsonObjectId === null ? null : row.jsonSize) ?? 0n;
      bytes += row.outputsSize;
    }
    return bytes;
  };

  const input = (
    workspaceId: WorkspaceId,
    content: Uint8Array,
    more: Partial<Omit<NewStateVersion, 'declared'>> & { declared?: Partial<NewStateVersion['declared']> } = {},
  ): NewStateVersion => {
    const document: unknown = JSON.parse(Buffer.from(content).toString());
    const line = typeof document === 'object' && document && 'lineage' in document ? document.lineage : null;
    const serial = BigInt(/"serial":(\d+)/.exec(Buffer.from(content).toString())?.[1] ?? '0');
    const lineage = typeof line === 'string' ? line : null;
    return {
      state: null,
      jsonState: null,
      jsonStateOutputs: null,
      runId: null,
      ...more,
      workspaceId,
      declared: { serial, md5: md5(content), lineage, force: false, ...more.declared },
    };
  };

  const world = {
    ...base,
    service,
    services,
    objects,
    seal,
    folder,
    lived,
    /** One sweep, by default as it is. */
    sweep: (other: Partial<SweeperDeps> = {}) => new Sweeper({ ...base, objects, log, ...sweeping, ...other }).sweep(),
    /** What the sweep finds unnamed now is seen, and gone when its days have passed. */
    async sweptAfter(days: number, other: Partial<SweeperDeps> = {}): Promise<Date> {
      await world.sweep(other);
      lived.advance(days * day);
      return world.sweep(other);
    },
    organization,
    organizationId,
    ownerId,
    owner,
    /** Outputs of a version, or of a workspace's current one, as one request reads them. */
    async outputsOf(
      caller: Caller,
      of: StateVersionId | { readonly current: WorkspaceId },
    ): Promise<readonly StateVersionOutput[]> {
      const { outputs } = services;
      const version = await (typeof of === 'string'
        ? outputs.version(caller, of)
        : outputs.current(caller, of.current));
      return (
        await service
          .scope()
          .visibleTo(caller)
          .outputs(version, pageAsked({ first: 100 }))
      ).nodes;
    },
    /** A new workspace, by default locked by the owner. */
    async workspaceOf({ locked = true, name = `workspace-${++names}` } = {}): Promise<WorkspaceId> {
      const { id } = await services.workspaces.create(owner, organization, { name });
      if (locked) await locks.lock(owner, id);
      return ids.workspace.require(id);
    },
    /** A member in a team with an access to a workspace. */
    async memberWith(workspaceId: string, access: string, stateVersions = 'none'): Promise<Caller> {
      const userId = await base.user();
      const teamId = await base.team(organizationId);
      await base.member(organizationId, userId, teamId);
      await base.onWorkspace(teamId, workspaceId, { access, stateVersions });
      await base.turn();
      return base.caller({ userId });
    },
    input,
    /** With its content. */
    create: (workspaceId: WorkspaceId, content: Uint8Array, more: Parameters<typeof input>[2] = {}, caller = owner) =>
      versions.create(caller, input(workspaceId, content, { state: content, ...more })),
    /** Without: it waits for an upload. */
    announce: (workspaceId: WorkspaceId, content: Uint8Array, more: Parameters<typeof input>[2] = {}, caller = owner) =>
      versions.create(caller, input(workspaceId, content, more)),
    segment(
      version: StateVersion,
      kind: 'raw' | 'json' = 'raw',
      direction: 'upload' | 'download' = 'upload',
      { tokenId }: Pick<Caller, 'tokenId'> = owner,
    ): string {
      const url = services.contentUrls[direction]('https://t.example', kind, version, tokenId);
      return url.slice(url.lastIndexOf('/') + 1);
    },
    upload: (version: StateVersion, content: Uint8Array | AsyncIterable<Uint8Array>, kind: 'raw' | 'json' = 'raw') =>
      uploads.receive({
        segment: world.segment(version, kind),
        content: content instanceof Uint8Array ? arriving(content) : content,
        actor: holder,
      }),
    /** The same as most clients do it, who say how much they send. */
    uploadAnnounced: (version: StateVersion, content: Uint8Array) =>
      uploads.receive({
        ...{ segment: world.segment(version, 'raw'), content: arriving(content), actor: holder },
        announcedBytes: content.length,
      }),
    async download(version: StateVersion, kind: 'raw' | 'json' = 'raw'): Promise<Buffer> {
      const found = await downloads.find(world.segment(version, kind, 'download'), holder);
      return wholeOf(await found.open());
    },
    read: (id: StateVersionId) => versions.read(owner, id),
    settled,
    row: (workspaceId: WorkspaceId) => client.workspace.findUniqueOrThrow({ where: { id: workspaceId } }),
    async objectIds(): Promise<string[]> {
      const found: string[] = [];
      for await (const { id } of objects.list()) found.push(id);
      return found.sort();
    },
    /** Everything that a refused request must leave as it was. */
    async everything() {
      await settled();
      return {
        workspaces: await client.workspace.findMany({ orderBy: { id: 'asc' } }),
        versions: await client.stateVersion.findMany({ orderBy: { id: 'asc' } }),
        outputs: await client.stateVersionOutput.findMany({ orderBy: { id: 'asc' } }),
        index: await client.indexedResource.findMany({ orderBy: { id: 'asc' } }),
        jobs: await client.job.findMany({ orderBy: { id: 'asc' } }),
        objects: await world.objectIds(),
      };
    },
    /** Counters of a workspace beside what counting says. */
    async counts(workspaceId: WorkspaceId) {
      const row = await world.row(workspaceId);
      const kept: Record<string, bigint> = {};
      const counted: Record<string, bigint> = {};
      for (const status of stateVersionStatuses) {
        kept[status] = row[counterOf[status]];
        counted[status] = BigInt(await client.stateVersion.count({ where: { workspaceId, status } }));
      }
      kept['bytes'] = row.storedBytes;
      counted['bytes'] = await bytesOf(workspaceId);
      return { kept, counted };
    },
    async actions(targetId: string): Promise<string[]> {
      const rows = await client.auditRecord.findMany({ where: { targetId }, orderBy: { id: 'asc' } });
      return rows.map(({ action, outcome, actorName }) => `${action} ${outcome} ${actorName}`);
    },
    async end() {
      await service.close();
      await base.close();
    },
  };
  return world;
}

export type StateServiceWorld = Awaited<ReturnType<typeof openStateService>>;
