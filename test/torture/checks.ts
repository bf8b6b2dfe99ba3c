import { z } from 'zod';
import type { Ledger } from './ledger.js';
import { bare, mount } from './pki-worker.js';
import type { PkiWorker } from './pki-worker.js';
import { pause } from './random.js';
import type { StateWorker } from './state-worker.js';
import type { Stream } from './stream.js';
import type { Surroundings } from './worker.js';

interface Heard {
  readonly ledger: Ledger;
  readonly locks: Stream;
  readonly certificates: Stream;
  readonly state: readonly StateWorker[];
  readonly pki: readonly PkiWorker[];
}

/** So many looks, a quarter of a second apart, until something that comes by itself is there. */
const looks = 240;

/** Of every workspace that is still there each lock and unlock was heard of once and in order; of every certificate that it was issued, and revoked. */
export async function checkEvents({ ledger, locks, certificates, state, pki }: Heard): Promise<void> {
  const left = state.flatMap((worker) => worker.left);
  const lockEvents = z.array(z.object({ kind: z.string(), workspaceId: z.string() }));
  const certificateEvents = z.array(z.object({ kind: z.string(), serialNumber: z.string() }));
  const wrong = () => {
    const heard = new Map<string, string[]>();
    for (const { workspaceId, kind } of lockEvents.parse(locks.events)) {
      heard.set(workspaceId, [...(heard.get(workspaceId) ?? []), kind]);
    }
    const ofLocks = left.flatMap(({ id, locks: wanted }) => {
      const kinds = heard.get(id) ?? [];
      return kinds.join() === wanted.join()
        ? []
        : [`lock events of ${id}: ${wanted.join()} happened, heard ${kinds.join()}`];
    });
    const told = new Map<string, number>();
    for (const { kind, serialNumber } of certificateEvents.parse(certificates.events)) {
      const key = `${kind} ${bare(serialNumber)}`;
      told.set(key, (told.get(key) ?? 0) + 1);
    }
    const wanted = pki.flatMap(({ known }) =>
      [...known].flatMap(([serial, revoked]) => [
        `ISSUED ${bare(serial)}`,
        ...(revoked ? [`REVOKED ${bare(serial)}`] : []),
      ]),
    );
    const ofCertificates = wanted
      .filter((key) => told.get(key) !== 1)
      .map((key) => `event ${key} was heard ${told.get(key) ?? 0} times`);
    return [...ofLocks, ...ofCertificates];
  };
  for (let tries = 0; tries < looks && wrong().length > 0; tries += 1) await pause(250);
  for (const text of wrong()) ledger.violation(text);
}

const keys = z.object({ data: z.object({ keys: z.array(z.string()) }) });

/** Each acknowledged certificate is listed once, and nothing but what may have been issued without an answer is listed besides. */
export async function checkCertificates({ client, ledger }: Surroundings, pki: readonly PkiWorker[]): Promise<void> {
  const got = await client.certain(() => client.send('LIST', `/v1/${mount}/certs`));
  if (got.kind !== 'done') {
    ledger.violation(got.said);
    return;
  }
  const listed = keys.parse(got.json).data.keys.map(bare);
  if (new Set(listed).size !== listed.length) ledger.violation('a certificate is listed twice');
  const there = new Set(listed);
  const acknowledged = pki.flatMap(({ known }) => [...known.keys()].map(bare));
  for (const serial of acknowledged)
    if (!there.has(serial)) ledger.violation(`${serial} was issued, and is not listed`);
  const query = `{ mount(path: "${mount}") { certificates(first: 1) { totalCount } } }`;
  const counted = await client.certain(() => client.graphql(query, {}));
  const total = z.object({ mount: z.object({ certificates: z.object({ totalCount: z.number() }) }) });
  const { totalCount } = counted.kind === 'done' ? total.parse(counted.json).mount.certificates : { totalCount: -1 };
  if (totalCount !== listed.length)
    ledger.violation(`${listed.length} certificates are listed, ${totalCount} are counted`);
}

const page = z.object({
  auditRecords: z.object({
    nodes: z.array(
      z.object({
        ...{ action: z.string(), targetId: z.string(), targetName: z.string().nullable(), outcome: z.string() },
        details: z.looseObject({ workspace: z.string().optional() }).nullable(),
      }),
    ),
    pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
  }),
});

/** Each change that happened has its record, as often as it happened: known by the target, or by the workspace of a version. */
export async function checkAudit({ client, ledger }: Surroundings): Promise<void> {
  const found = new Map<string, number>();
  const query = `query ($after: String) { auditRecords(first: 100, after: $after) {
    nodes { action targetId targetName outcome details } pageInfo { hasNextPage endCursor } } }`;
  for (let after: string | null | undefined; after !== null;) {
    const variables = { after };
    const got = await client.certain(() => client.graphql(query, variables));
    if (got.kind !== 'done') {
      ledger.violation(got.said);
      return;
    }
    const { nodes, pageInfo } = page.parse(got.json).auditRecords;
    for (const { action, targetId, targetName, outcome, details } of nodes) {
      if (outcome !== 'SUCCESS') continue;
      const named = targetName === null ? [] : [targetName, bare(targetName)];
      for (const target of new Set([targetId, bare(targetId), ...named, details?.workspace ?? targetId])) {
        found.set(`${action} ${target}`, (found.get(`${action} ${target}`) ?? 0) + 1);
      }
    }
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
  }
  for (const [key, wanted] of ledger.audits) {
    const count = found.get(key) ?? 0;
    if (count !== wanted) ledger.violation(`${key}: happened ${wanted} times, recorded ${count} times`);
  }
}
