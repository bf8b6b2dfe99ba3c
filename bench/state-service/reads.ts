import { Client } from './client.js';
import { CompiledServer, cpuSeconds, Helper, newFolder } from './processes.js';
import { atLeast, median, tell } from './report.js';
import { inTurns, ratio } from './rounds.js';
import type { Subject } from './rounds.js';
import { written } from './wire.js';
import { Writer } from './writer.js';

const connections = 32;
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 7);
const seconds = 2;

/** The fields of the REST document. */
const query = `query Current($workspace: ID!) {
  currentStateVersion(workspaceId: $workspace) {
    id billableRumCount createdAt size hostedStateDownloadUrl hostedJsonStateDownloadUrl hostedStateUploadUrl hostedJsonStateUploadUrl
    status intermediate serial stateFormat engineVersion modules providers resources resourcesProcessed
    vcsConnected vcsCommitSha vcsCommitUrl deleteOlderThanDays workspaceId createdById runId rollbackOfId outputIds
  }
}`;

/** The current state version over REST and GraphQL, against the same documents from memory. */
export async function measureReads(): Promise<void> {
  const server = await CompiledServer.start(newFolder());
  const memory = Helper.start('memory.ts');
  const loader = Helper.start('load.ts');
  try {
    const client = new Client(server, server.token);
    const workspaceId = await client.lockedWorkspace('read');
    const writer = new Writer({ workspaceId, token: server.token, lineage: 'bench', serial: 0, padding: 0 });
    const { path: creation, body: version = '' } = writer.next();
    await client.ask('POST', creation, JSON.parse(version));
    await client.processed(workspaceId);

    const path = `/api/v2/workspaces/${workspaceId}/current-state-version`;
    const body = JSON.stringify({ query, variables: { workspace: workspaceId } });
    const documents = {
      '/rest': await client.ask('GET', path),
      '/graphql': await client.ask('POST', '/graphql', JSON.parse(body)),
    };
    const memoryPort = await memory.ask<number>(documents);
    const { token, port } = server;
    const subject = (target: number, request: string): Subject => ({
      connections,
      load: { kind: 'read', port: target, request },
    });
    const memoryRest = subject(memoryPort, written({ path: '/rest' }));
    const memoryGraphql = subject(memoryPort, written({ path: '/graphql' }));
    const rest = subject(port, written({ path, token }));
    const graphql = subject(port, written({ method: 'POST', path: '/graphql', token, body, type: 'application/json' }));

    const rates = await inTurns(loader, { memoryRest, rest, memoryGraphql, graphql }, { rounds, seconds, warmUp: 3 });
    tell('memory, REST document', median(rates.memoryRest), '/s');
    tell('current over REST', median(rates.rest), '/s');
    tell('current over REST', ratio(rates.rest, rates.memoryRest), '× memory', atLeast(0.25));
    tell('memory, GraphQL document', median(rates.memoryGraphql), '/s');
    tell('current over GraphQL', median(rates.graphql), '/s');
    tell('current over GraphQL', ratio(rates.graphql, rates.memoryGraphql), '× memory', atLeast(0.2));
    await tellCpu(loader, { memory: [memory, memoryRest], REST: [server, rest], GraphQL: [server, graphql] });
  } finally {
    await Promise.all([server.discard(), memory.stop(), loader.stop()]);
  }
}

/** CPU time of a request: what a busy machine changes least. */
async function tellCpu(
  loader: Helper,
  subjects: Readonly<Record<string, readonly [{ readonly pid: number }, Subject]>>,
): Promise<void> {
  for (const [name, [{ pid }, subject]] of Object.entries(subjects)) {
    const before = cpuSeconds(pid);
    const { answered } = await loader.ask<{ answered: number }>({ ...subject, seconds: 3 });
    tell(`CPU of a request, ${name}`, ((cpuSeconds(pid) - before) / answered) * 1e6, 'µs');
  }
}
