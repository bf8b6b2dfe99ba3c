import { beforeAll, describe, expect, test, vi } from 'vitest';
import { eventually } from '../eventually.js';
import { md5Of, stateText } from './harness/content.js';
import { text } from './harness/documents.js';
import type { Resource } from './harness/documents.js';
import { cloudName, remoteName } from './harness/backend-blocks.js';
import type { BackendBlock } from './harness/backend-blocks.js';
import { seenInGraphql } from './harness/state-in-graphql.js';
import { describeTerraform, program, withServer } from './harness/site.js';
import type { Server } from './harness/server.js';
import type { Site } from './harness/site.js';
import type { Folder } from './harness/terraform.js';
import { fresh } from './harness/world.js';
import type { Workspace } from './harness/world.js';

/** How often each test kills the server; more often in a long run by hand. */
const rounds = Number(process.env['CRASH_ROUNDS'] ?? 2);

/** Numbers from 0 to 1 that are the same in every run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** What a client was told was done. */
interface Acknowledged {
  readonly id: string;
  readonly serial: number;
  readonly md5: string;
  uploaded: boolean;
}

/** Creates versions and uploads their content, one after the other, and writes down every acknowledgement, until the server is gone. */
async function writeUntilKilled(
  workspace: Workspace,
  site: Site<Server>,
  from: number,
  journal: Acknowledged[],
): Promise<void> {
  try {
    for (let serial = from; ; serial += 1) {
      const state = stateText({ serial, lineage: 'crash', padding: 20_000 });
      const version = await workspace.announce(state);
      const entry = { id: version.id, serial, md5: md5Of(state), uploaded: false };
      journal.push(entry);
      const url = text(version, 'hosted-state-upload-url');
      (await site.root.as(null).send('PUT', url, state, { 'content-type': 'application/octet-stream' })).expect(200);
      entry.uploaded = true;
    }
  } catch (error) {
    // The connection ended with the server: what was in flight was not acknowledged. Anything else is a refusal, and wrong.
    if (!(error instanceof Error) || !('code' in error)) throw error;
  }
}

interface Applied {
  readonly title: string;
  readonly folder: Folder;
  readonly workspace: Workspace;
  /** The word of the last apply that is known to have come through. */
  acknowledged: string;
  /** The exit status of the apply of this round. */
  status: number | null;
}

describeTerraform('a server that is killed', () => {
  const site = withServer();
  const random = seeded(20_26);
  const backends = [remoteName, cloudName];
  const journal: Acknowledged[] = [];
  const applies: Applied[] = [];
  let written: Workspace;
  let serial = 1;
  const applyOf = ({ title }: BackendBlock): Applied => {
    const found = applies.find((apply) => apply.title === title);
    if (!found) throw new Error(`no apply with ${title}`);
    return found;
  };

  beforeAll(async () => {
    const { world } = site.get;
    written = await (await world.workspace('default')).lock();
    for (const backend of backends) {
      const stem = fresh('crash');
      const folder = await site.get.started(backend, 'default', stem, site.get.login(), program);
      await folder.apply({ word: 'start' });
      const workspace = await world.found('default', stem);
      applies.push({ title: backend.title, folder, workspace, acknowledged: 'start', status: null });
    }
  });

  // One after another clients create versions and upload their content, and applies are under way: all are cut by the same kill.
  describe.each(Array.from({ length: rounds }, (_, round) => round))('kill %d', (round) => {
    const word = `round-${round}`;
    let before = 0;

    beforeAll(async () => {
      const { server } = site.get;
      before = journal.length;
      const writing = writeUntilKilled(written, site.get, serial, journal);
      const uploads = () => journal.slice(before).filter(({ uploaded }) => uploaded).length;
      await vi.waitFor(() => expect(uploads()).toBeGreaterThanOrEqual(2), { ...eventually, interval: 5 });
      const applying = applies.map(({ folder }) => folder.run(['apply', '-auto-approve', `-var=word=${word}`]));
      await pause(random() * 350);
      await server.kill9();
      await writing;
      // Long enough for a request to fail, short enough for terraform not to give up trying.
      await server.restart();
      for (const [at, { status }] of (await Promise.all(applying)).entries()) {
        const apply = applies[at];
        if (apply) apply.status = status;
      }
    });

    test('it has everything that it acknowledged to a client', async () => {
      const versions = new Map((await written.versions()).map((version) => [version.id, version]));
      const since = journal.slice(before);
      for (const { id, serial: wanted, md5, uploaded } of since) {
        const version: Resource = versions.get(id) ?? (await written.version(id));
        expect(version.attributes['serial']).toBe(wanted);
        if (!uploaded) continue;
        expect(version.attributes['status']).toBe('finalized');
        expect(md5Of(await written.content(version))).toBe(md5);
      }
      // The lock is still the caller's, and what a client finds is whole.
      const record = (await site.get.root.get(`/workspaces/${written.id}`)).expect(200).one;
      expect(record.attributes['locked']).toBe(true);
      const content = await written.currentContent();
      if (content !== null) expect(() => JSON.parse(content) as unknown).not.toThrow();
      serial = Math.max(serial, ...[...versions.values()].map(({ attributes }) => Number(attributes['serial']) + 1));
    });

    test.for(backends)('in the middle of an apply: $title', async (backend) => {
      const { root } = site.get;
      const apply = applyOf(backend);
      const { folder, workspace, status } = apply;
      if (status === 0) apply.acknowledged = word;

      // The lock is either gone or held by the killed apply, and can be taken from it.
      const { locked, currentStateVersion } = await seenInGraphql(root, workspace.id);
      if (locked) (await root.post(`/workspaces/${workspace.id}/actions/force-unlock`)).expect(200);
      const state = await folder.pull();
      expect({ serial: state.serial, lineage: state.lineage }).toEqual({
        serial: currentStateVersion.serial,
        lineage: currentStateVersion.lineage,
      });
      // What was acknowledged is there, unless the cut apply came through without hearing of it.
      expect([apply.acknowledged, word]).toContain(state.outputs['word']?.value);
      if (status === 0) expect(state.outputs['word']?.value).toBe(word);
      apply.acknowledged = String(state.outputs['word']?.value);
    });
  });

  test('takes the next state, and has read what it has', async () => {
    expect(journal.filter(({ uploaded }) => uploaded).length).toBeGreaterThan(rounds);
    const last = await written.push(stateText({ serial, lineage: 'crash' }));
    await written.processed(last.id);
    await written.unlock();
    // What was read into inventory before a kill, or should have been, is by now.
    for (const { id, attributes } of await written.versions('finalized')) {
      if (attributes['resources-processed'] !== true) await written.processed(id);
    }
  });

  test.for(backends)('takes the next apply: $title', async (backend) => {
    const { folder, workspace } = applyOf(backend);
    await folder.apply({ word: 'end' });
    expect(await folder.ok('output', '-raw', 'word')).toBe('end');
    const { locked, currentStateVersion } = await seenInGraphql(site.get.root, workspace.id);
    expect(locked).toBe(false);
    expect(currentStateVersion.outputs.nodes.find(({ name }) => name === 'word')?.value).toBe('end');
  });
});
