import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Caller, RequestOrigin } from '../../src/identity/caller.js';
import { turnIdentityEpoch } from '../../src/identity/epoch.js';
import { firstStart } from '../../src/identity/first-start.js';
import { createIdentity } from '../../src/identity/module.js';
import { foundOrganization, openServiceAccount } from '../../src/identity/organizations/found.js';
import { issueToken } from '../../src/identity/tokens/token-text.js';
import { openDatabase } from '../../src/platform/database/database.js';
import { OutboundGate } from '../../src/platform/outbound/outbound-gate.js';
import { ReachableAddresses } from '../../src/platform/outbound/reachable-addresses.js';
import { ClientCertificates } from '../../src/pki/client-certificates/client-certificates.js';
import { searchEmailColumn } from '../../src/platform/database/text-search.js';
import type { Prisma } from '../../src/platform/database/models.js';
import { ids } from '../../src/platform/ids.js';
import type { OrganizationId, TeamId, UserId } from '../../src/platform/ids.js';
import { Seal } from '../../src/platform/seal/seal.js';
import { Events } from '../../src/platform/events/events.js';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { freshDatabase } from '../platform/database/fresh-database.js';
import { OwnStatements } from '../platform/database/own-statements.js';

export const origin: RequestOrigin = { requestId: 'request-1', remoteAddress: '192.0.2.1' };

export type TokenOwner = { userId: string } | { teamId: string } | { organizationId: string };

/** A clock that stands still until it is moved. */
export class HandClock {
  constructor(private time = new Date('2026-01-01T00:00:00.000Z')) {}
  now() {
    return this.time;
  }
  advance(ms: number) {
    this.time = new Date(this.time.getTime() + ms);
  }
}

/**
 * An installation after its first start, in a folder of its own, with shortcuts that put rows where a test wants them.
 * @param through what stands between it and its database, if anything: another URL of the same one
 */
export async function openWorld(through: (url: string) => Promise<string> = (url) => Promise.resolve(url)) {
  const folder = mkdtempSync(join(tmpdir(), 'trustate-identity-'));
  const { url: direct, remove } = await freshDatabase(folder);
  const url = await through(direct);
  const database = await openDatabase({ url });
  const own = new OwnStatements(database);
  const clock = new HandClock();
  const failures: unknown[] = [];
  const identity = createIdentity({
    ...{ database, clock, seal: new Seal({ current: Buffer.alloc(32, 7), earlier: [] }) },
    certificates: new ClientCertificates({ database, clock }),
    failed: (error) => failures.push(error),
  });
  const log = pino({ level: 'silent' });
  const { feed } = new Events({ database, clock, log, keepMs: 86_400_000, keepCount: 100_000 });
  const rootToken = (await firstStart({ database, clock, audit: identity.audit }, undefined)) ?? '';
  const outbound = new OutboundGate({ addresses: new ReachableAddresses({ allow: ['127.0.0.0/8'], deny: [] }) });
  const { client } = database;
  const stamps = () => ({ createdAt: clock.now(), updatedAt: clock.now() });
  let names = 0;
  const name = (kind: string) => `${kind}-${++names}`;

  const world = {
    ...identity,
    database,
    client,
    clock,
    feed,
    folder,
    url,
    rootToken,
    failures,
    /** To services on this machine. */
    outbound,
    /** What the audit's chain needs of the seal. */
    keys: new Seal({ current: Buffer.alloc(32, 7), earlier: [] }),

    async close() {
      outbound.close();
      await feed.close();
      await database.close();
      await remove();
      rmSync(folder, { recursive: true, force: true });
    },

    async user(data: Partial<Prisma.UserCreateInput> = {}): Promise<UserId> {
      const id = ids.user.make();
      await client.user.create({
        data: { id, username: name('user'), ...searchEmailColumn(data.email), ...stamps(), ...data },
      });
      return id;
    },
    organization(founder: UserId): Promise<OrganizationId> {
      return database.transaction((tx) =>
        foundOrganization(tx, { name: name('organization'), email: 'a@example.com', founder, now: clock.now() }),
      );
    },
    async member(organizationId: string, userId: string, ...teams: string[]) {
      const id = ids.organizationMembership.make();
      await client.organizationMembership.create({ data: { id, organizationId, userId, createdAt: clock.now() } });
      for (const teamId of teams)
        await client.teamMembership.create({ data: { teamId, userId, createdAt: clock.now() } });
    },
    async team(organizationId: string, data: Partial<Prisma.TeamUncheckedCreateInput> = {}): Promise<TeamId> {
      const id = ids.team.make();
      await database.transaction(async (tx) => {
        const serviceUserId = await openServiceAccount(tx, 'team', id, clock.now());
        await tx.team.create({ data: { id, organizationId, name: name('team'), serviceUserId, ...stamps(), ...data } });
      });
      return id;
    },
    async project(organizationId: string) {
      const id = ids.project.make();
      await client.project.create({ data: { id, organizationId, name: name('project'), ...stamps() } });
      return { id, organizationId };
    },
    async workspace(
      project: { id: string; organizationId: string },
      settings: { globalRemoteState?: boolean; projectRemoteState?: boolean } = {},
    ) {
      const place = { id: ids.workspace.make(), organizationId: project.organizationId, projectId: project.id };
      await client.workspace.create({
        data: { ...place, name: place.id, searchName: place.id, latestChangeAt: clock.now(), ...stamps(), ...settings },
      });
      return place;
    },
    async onWorkspace(
      teamId: string,
      workspaceId: string,
      data: Omit<
        Prisma.TeamWorkspaceAccessUncheckedCreateInput,
        'id' | 'teamId' | 'workspaceId' | 'createdAt' | 'updatedAt'
      >,
    ) {
      await client.teamWorkspaceAccess.create({
        data: { id: ids.teamAccess.make(), teamId, workspaceId, ...stamps(), ...data },
      });
    },
    async onProject(
      teamId: string,
      projectId: string,
      access: string,
      parts: Partial<Prisma.TeamProjectAccessUncheckedCreateInput> = {},
    ) {
      await client.teamProjectAccess.create({
        data: { id: ids.teamProjectAccess.make(), teamId, projectId, access, ...stamps(), ...parts },
      });
    },
    async token(owner: TokenOwner, data: Partial<Prisma.TokenUncheckedCreateInput> = {}) {
      const { id, secretHash, text } = issueToken();
      const kind = 'userId' in owner ? 'user' : 'teamId' in owner ? 'team' : 'organization';
      await client.token.create({ data: { id, secretHash, kind, createdAt: clock.now(), ...owner, ...data } });
      return text;
    },
    /** What every change of identity does. */
    turn: () => database.transaction(turnIdentityEpoch),
    async caller(owner: TokenOwner): Promise<Caller> {
      const caller = await identity.authentication.authenticate(await world.token(owner), origin);
      if (!caller) throw new Error('the token is not accepted');
      return caller;
    },
    async root(): Promise<Caller> {
      const caller = await identity.authentication.authenticate(rootToken, origin);
      if (!caller) throw new Error('the root token is not accepted');
      return caller;
    },
    /** What the work gives, and the SQL statements that it sends. */
    heard: <T>(work: () => Promise<T>) => own.during(work),
    statements: async (work: () => Promise<unknown>) => (await own.during(work)).statements,
    /** The same of requests to a server that does not listen yet. */
    countRequests(app: FastifyInstance) {
      own.requestsTo(app);
    },
  };
  return world;
}

export type World = Awaited<ReturnType<typeof openWorld>>;
