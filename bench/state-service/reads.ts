import { roundsOf, secondsOf } from '../settings.js';
import { Client } from './client.js';
import { CompiledServer, Helper, newFolder } from './processes.js';
import { atLeast, less, more, tell } from './report.js';
import { inTurns, loaded, ratios } from './rounds.js';
import type { Measured, Subject } from './rounds.js';
import { written } from './wire.js';
import type { Asked } from './wire.js';
import { Writer } from './writer.js';

const connections = 32;
const rounds = roundsOf(7);
const seconds = secondsOf(2);

/** The fields of the REST document. */
const query = `query Current($workspace: ID!) {
  currentStateVersion(workspaceId: $workspace) {
    id billableRumCount createdAt size hostedStateDownloadUrl hostedJsonStateDownloadUrl hostedStateUploadUrl hostedJsonStateUploadUrl
    status intermediate serial stateFormat engineVersion modules providers resources resourcesProcessed
    vcsConnected vcsCommitSha vcsCommitUrl deleteOlderThanNDays workspaceId createdById runId rollbackOfId outputIds
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
    const answer = await client.ask<{ errors?: unknown }>('POST', '/graphql', JSON.parse(body));
    if (answer.errors) throw new Error(JSON.stringify(answer));
    const documents = { '/rest': await client.ask('GET', path), '/graphql': answer };
    const memoryPort = await memory.ask<number>(documents);
    const { token, port, pid } = server;
    const subject = (pid: number, target: number, asked: Asked): Subject =>
      loaded(loader, { connections, load: { kind: 'read', port: target, request: written(asked) } }, [pid]);
    const memoryRest = subject(memory.pid, memoryPort, { path: '/rest' });
    const memoryGraphql = subject(memory.pid, memoryPort, { path: '/graphql' });
    const rest = subject(pid, port, { path, token });
    const asked = { method: 'POST', path: '/graphql', token, body, type: 'application/json' };
    const graphql = subject(pid, port, asked);

    const subjects = { memoryRest, rest, memoryGraphql, graphql };
    const measured = await inTurns(subjects, { rounds, seconds, warmUp: secondsOf(3) });
    report('REST', measured.rest, measured.memoryRest, 0.25);
    report('GraphQL', measured.graphql, measured.memoryGraphql, 0.2);
  } finally {
    await Promise.all([server.discard(), memory.stop(), loader.stop()]);
  }
}

function report(name: string, subject: Measured, memory: Measured, limit: number): void {
  tell(`the ${name} document from memory`, memory.rates, '/s');
  tell(`current over ${name}`, subject.rates, '/s', more);
  tell(`current over ${name}`, ratios(subject.rates, memory.rates), '× memory', atLeast(limit));
  // What a busy machine changes least.
  tell(`CPU of the ${name} document from memory`, memory.cpu, 'µs');
  tell(`CPU of current over ${name}`, subject.cpu, 'µs', less);
  tell(`CPU of memory, of current over ${name}`, ratios(memory.cpu, subject.cpu), '×', more);
}
