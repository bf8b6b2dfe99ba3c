import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '../../src/platform/database/database.js';
import type { Database } from '../../src/platform/database/database.js';
import { z } from 'zod';
import { dataOf, once } from '../authority/server.js';
import { postgres } from '../settings.js';
import { Client } from '../state-service/client.js';
import { keptUrl } from '../state-service/databases.js';
import { CompiledServer, newFolder } from '../state-service/processes.js';
import { Writer } from '../state-service/writer.js';
import { fillAuthority } from './authority-rows.js';
import { Filler } from './filler.js';
import { at, fillPeople, padded, rareOnes, text } from './people-rows.js';

/** An installation with so many rows of everything that grows. */
export interface GrownWorld {
  readonly server: CompiledServer;
  readonly rows: number;
  /** Of which one is current, in a workspace that is locked. */
  readonly versionsIn: string;
  /** The highest of all versions: a run before this one may have made some. */
  readonly serial: number;
  /** A name that one of the copied certificates has. */
  readonly certificateName: string;
  readonly close: () => Promise<void>;
}

/** Workspaces that the resources lie in. */
const peopled = 1_000;

/** With `BENCH_GROWN`, a folder, what is filled stays there, and is not filled again. */
export async function grownWorlds(few: number, many: number): Promise<readonly [GrownWorld, GrownWorld]> {
  const filled = [await filledFolder(few), await filledFolder(many)] as const;
  return [await worldIn(filled[0], few), await worldIn(filled[1], many)];
}

type Filled = Awaited<ReturnType<typeof filledFolder>>;

async function worldIn({ folder, versionsIn }: Filled, rows: number): Promise<GrownWorld> {
  const server = await CompiledServer.start(folder, settings);
  return {
    server,
    rows,
    versionsIn,
    // Those that are filled in have one more than there are of them.
    serial: Math.max(rows + 1, await currentSerial(server, versionsIn)),
    certificateName: `host-${String(Math.ceil(rows / 2)).padStart(8, '0')}.example.com`,
    close: () => (kept === undefined ? server.discard() : server.stop()),
  };
}

async function currentSerial(server: CompiledServer, workspaceId: string): Promise<number> {
  const client = new Client(server, server.token);
  const { data } = await client.ask<{ readonly data: { readonly attributes: { readonly serial: number } } }>(
    'GET',
    `/api/v2/workspaces/${workspaceId}/current-state-version`,
  );
  return data.attributes.serial;
}

async function filledFolder(rows: number): Promise<{ readonly folder: string; readonly versionsIn: string }> {
  const folder = kept === undefined ? newFolder() : path.join(kept, `${postgres ? 'postgresql' : 'sqlite'}-${rows}`);
  const filled = path.join(folder, 'filled');
  if (existsSync(filled)) return { folder, versionsIn: readFileSync(filled, 'utf8') };
  mkdirSync(folder, { recursive: true });
  const first = await CompiledServer.start(folder, settings);
  const versionsIn = await beginnings(first);
  const database = await openDatabase({ url: first.database.url });
  const likes = await settledRows(database);
  await database.close();
  await first.stop();
  await fill(first.database.url, likes, versionsIn, rows);
  if (kept !== undefined) {
    writeFileSync(path.join(folder, keptUrl), first.database.url);
    writeFileSync(filled, versionsIn);
  }
  return { folder, versionsIn };
}

/**
 * Which kinds of rows are filled in: all; the main ones, of which there are most; or of those what is written once and never changed (`ledger`): versions,
 * certificates, revocations and records. Names of workspaces and resources have so many rows in indexes that a million of them take longer than all others.
 */
export const kinds = z.enum(['all', 'main', 'ledger']).parse(process.env['BENCH_KINDS'] ?? 'all');

const kept = process.env['BENCH_GROWN'];
const settings = { TRUSTATE_COST_BUDGET: 'off' };

/** What is copied, made by a server. @returns the workspace with the version */
async function beginnings(server: CompiledServer): Promise<string> {
  const client = new Client(server, server.token);
  const workspaceId = await client.lockedWorkspace('history');
  const writer = new Writer({ workspaceId, token: server.token, lineage: 'bench', serial: 0, padding: 0 });
  const written = writer.next();
  await client.ask('POST', written.path, JSON.parse(written.body ?? ''));
  await client.processed(workspaceId);
  await client.ask('POST', '/api/v2/organizations/default/workspaces', {
    data: { type: 'workspaces', attributes: { name: 'plain' } },
  });
  await once(server, 'pki/root/generate/internal', { common_name: 'Bench', key_type: 'ec', ttl: '87600h' });
  await once(server, 'pki/roles/ec', { allow_any_name: true, key_type: 'ec', ttl: '240h' });
  await once(server, 'pki/issue/ec', { common_name: 'like.example.com' });
  const revoked = dataOf(await once(server, 'pki/issue/ec', { common_name: 'revoked.example.com' }));
  await once(server, 'pki/revoke', { serial_number: revoked['serial_number'] });
  await once(server, 'pki/cel/roles/like', { cel_program: { expression: 'true' } });
  await once(server, 'sys/auth/people', { type: 'userpass' });
  await once(server, 'auth/people/users/like', { password: 'as long as it takes' });
  await once(server, 'sys/policies/acl/like', { policy: 'path "x" { capabilities = ["read"] }' });
  await once(server, 'auth/token/roles/like', {});
  await grantedProject(client);
  return workspaceId;
}

/** A team with access to a project. */
async function grantedProject(client: Client): Promise<void> {
  const of = '/api/v2/organizations/default';
  interface Made {
    readonly data: { readonly id: string };
  }
  const team = await client.ask<Made>('POST', `${of}/teams`, { data: { type: 'teams', attributes: { name: 'like' } } });
  const attributes = { name: 'like' };
  const project = await client.ask<Made>('POST', `${of}/projects`, { data: { type: 'projects', attributes } });
  await client.ask('POST', '/api/v2/team-projects', {
    data: {
      ...{ type: 'team-projects', attributes: { access: 'read' } },
      relationships: {
        project: { data: { type: 'projects', id: project.data.id } },
        team: { data: { type: 'teams', id: team.data.id } },
      },
    },
  });
}

async function fill(url: string, likes: Likes, versionsIn: string, rows: number): Promise<void> {
  const { version, certificate, names, revocation, audit } = likes;
  const filler = await Filler.open(url, { alone: true });
  if (kinds !== 'ledger') await fillWorkspaces(filler, likes, rows);
  await filler.copy({
    ...{ table: 'StateVersion', like: version, count: rows },
    given: {
      id: padded('sv-Grown000'),
      number: ({ number }) => `${number} + 1`,
      serial: ({ number }) => `${number} + 1`,
      contentObjectId: () => 'NULL',
    },
  });
  await filler.run(
    `UPDATE "Workspace" SET "lastNumber" = ${rows + 1}, "knownSerial" = ${rows + 1}, "highestSerial" = ${rows + 1}, "finalizedCount" = ${rows + 1} WHERE "id" = '${versionsIn}'`,
  );
  await filler.copy({
    ...{ table: 'Certificate', like: certificate, count: rows },
    given: {
      id: padded('crt-Grown00'),
      serialNumber: padded('4a000000000000000000000000000000'),
      commonName: padded('host-', '.example.com'),
      issuedAt: at,
    },
  });
  for (const { id, kind } of names) {
    await filler.copy({
      ...{ table: 'CertificateName', like: id, count: rows },
      given: {
        id: padded(`grown-${kind}-${id.slice(-4)}-`),
        certificateId: padded('crt-Grown00'),
        ...(kind !== 'below' && { name: padded('host-', '.example.com') }),
      },
    });
  }
  await filler.copy({
    ...{ table: 'Revocation', like: revocation, count: rows },
    given: {
      id: padded('rev-Grown00'),
      serialNumber: padded('4b000000000000000000000000000000'),
      ordinal: ({ number }) => `${number} + 1`,
      // The CRLs hold them no more: how large those are is measured elsewhere.
      leftIn: text('1'),
      revokedAt: at,
    },
  });
  await filler.run(`UPDATE "Mount" SET "revokedCount" = "revokedCount" + ${rows} WHERE "path" = 'pki'`);
  await filler.copy({
    ...{ table: 'AuditRecord', like: audit, count: rows },
    given: { id: ({ number }) => `1000000 + ${number}`, targetId: padded('ws-Grown000') },
  });
  if (kinds === 'all') {
    await fillPeople(filler, rows);
    await fillAuthority(filler, rows);
  }
  await filler.done();
}

async function fillWorkspaces(filler: Filler, { workspace, resource }: Likes, rows: number): Promise<void> {
  await filler.copy({
    ...{ table: 'Workspace', like: workspace, count: rows },
    given: {
      ...{ id: padded('ws-Grown000'), name: padded('grown-'), searchName: padded('grown-') },
      ...{ createdAt: at, updatedAt: at, latestChangeAt: at },
    },
  });
  await filler.run(
    `UPDATE "Workspace" SET "lockedAt" = "createdAt", "lockHolderKind" = 'user', "lockHolderName" = 'bench', "searchName" = 'grown-rarely' || substr("name", 6)
     WHERE "id" LIKE 'ws-Grown000%' AND CAST(substr("id", 12) AS INTEGER) % ${Math.floor(rows / rareOnes)} = 0`,
  );
  await filler.run(`UPDATE "Organization" SET "workspaceCount" = "workspaceCount" + ${rows} WHERE "name" = 'default'`);
  // A page of one type is full in either installation.
  const types = Math.min(50, Math.max(2, Math.floor(rows / 50)));
  await filler.copy({
    ...{ table: 'IndexedResource', like: resource, count: rows },
    given: {
      id: padded('res-Grown00'),
      workspaceId: ({ turn }) =>
        `'ws-Grown000' || (CASE ${turn(Math.min(peopled, rows))} WHEN '00000000' THEN '00000001' ELSE ${turn(Math.min(peopled, rows))} END)`,
      address: ({ padded: number, turn }) => `'module.net.aws_kind_' || ${turn(types)} || '.web_' || ${number}`,
      module: text('module.net'),
      type: ({ turn }) => `'aws_kind_' || ${turn(types)}`,
      name: padded('web_'),
    },
  });
}

type Likes = Awaited<ReturnType<typeof settledRows>>;

/** Ids of rows to copy, once what goes on by itself has come to its end. */
async function settledRows(database: Database) {
  const { client } = database;
  const until = Date.now() + 60_000;
  for (;;) {
    const [workspace, version, resource, certificate, revocation, audit] = await Promise.all([
      client.workspace.findFirst({ where: { name: 'plain' } }),
      client.stateVersion.findFirst(),
      client.indexedResource.findFirst(),
      client.certificate.findFirst({ where: { indexed: true, commonName: 'like.example.com' } }),
      client.revocation.findFirst(),
      client.auditRecord.findFirst({ where: { position: { not: null } }, orderBy: { id: 'asc' } }),
    ]);
    if (workspace && version && resource && certificate && revocation && audit) {
      const names = await client.certificateName.findMany({ where: { certificateId: certificate.id } });
      return {
        ...{ workspace: workspace.id, version: version.id, resource: resource.id, certificate: certificate.id },
        ...{ names, revocation: revocation.id, audit: String(audit.id) },
      };
    }
    if (Date.now() > until) throw new Error('the first rows did not come to rest');
    await pause(200);
  }
}
