import { z } from 'zod';
import { base64Of, creation, inlineCreation, md5Of, stateText } from '../e2e/harness/content.js';
import type { Outcome } from './client.js';
import { pause } from './random.js';
import { Worker } from './worker.js';
import type { Audit, Plan } from './worker.js';

interface VersionFacts {
  readonly serial: number;
  readonly md5: string;
  readonly status: string;
}
interface WorkspaceFacts {
  readonly name: string;
  readonly description: string;
  readonly locked: boolean;
  readonly tags: readonly string[];
  readonly versions: readonly VersionFacts[];
}
/** `null` while there is none. */
type Facts = WorkspaceFacts | null;

/** How many changes a workspace goes through before it is left for the check at the end. */
const changesOfOne = 40;
const seenVersion = z.object({
  id: z.string(),
  serial: z.coerce.number(),
  md5: z.string(),
  status: z.string(),
  hostedStateUploadUrl: z.string().nullable(),
  hostedStateDownloadUrl: z.string().nullable(),
});
const seenWorkspace = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  locked: z.boolean(),
  tagNames: z.array(z.string()),
  currentStateVersion: z.object({ serial: z.coerce.number(), resourcesProcessed: z.boolean() }).nullable(),
  stateVersions: z.object({ totalCount: z.number(), nodes: z.array(seenVersion) }),
});
const fields = `id name description locked tagNames currentStateVersion { serial resourcesProcessed }
  stateVersions(first: 100) { totalCount nodes { id serial md5 status hostedStateUploadUrl hostedStateDownloadUrl } }`;
const byName = `query ($name: String!) { found: workspaceByName(organization: "default", name: $name) { ${fields} } }`;
const outputsShape = z.object({
  data: z.array(z.object({ attributes: z.looseObject({ name: z.string(), value: z.unknown() }) })),
});

/** A workspace that was left, as it has to be. */
export interface Left {
  readonly id: string;
  readonly facts: WorkspaceFacts;
  readonly locks: readonly string[];
}

/** Makes workspaces and states, and everything that can be done to them. */
export class StateWorker extends Worker<Facts> {
  protected facts: Facts = null;
  readonly left: Left[] = [];
  readonly #deleted: string[] = [];
  /** Texts of states by their MD5. */
  readonly #texts = new Map<string, string>();
  #seen: z.infer<typeof seenWorkspace> | null = null;
  #locks: string[] = [];
  #changes = 0;
  #made = 0;

  protected plan(): Plan<Facts> {
    const { facts } = this;
    this.#changes += 1;
    if (facts === null) return this.#create();
    const pending = facts.versions.find(({ status }) => status === 'PENDING');
    // The address to send the content to has to be known.
    if (pending) return this.#upload(facts, pending);
    if (this.#changes > changesOfOne) {
      if (!facts.locked && this.around.random.chance(0.3)) return this.#remove(facts);
      this.#leave(facts);
      return this.#create();
    }
    return this.around.random.pick(this.#possible(facts))();
  }

  protected async observe(): Promise<Facts> {
    const name = this.facts?.name ?? `${this.around.name}-${this.#made}`;
    const outcome = await this.around.client.certain(() => this.around.client.graphql(byName, { name }));
    if (outcome.kind === 'refused') {
      if (!outcome.said.includes('NOT_FOUND')) throw new Error(outcome.said);
      this.#seen = null;
      return null;
    }
    const { found } = z.object({ found: seenWorkspace.nullable() }).parse(outcome.json);
    this.#seen = found;
    if (!found) return null;
    const { totalCount, nodes } = found.stateVersions;
    if (totalCount !== nodes.length)
      this.violation(`${found.id} counts ${totalCount} versions and has ${nodes.length}`);
    return {
      name: found.name,
      description: found.description ?? '',
      locked: found.locked,
      tags: [...found.tagNames].sort(),
      versions: nodes.map(({ serial, md5, status }) => ({ serial, md5, status })).sort((a, b) => a.serial - b.serial),
    };
  }

  async check(): Promise<void> {
    if (this.facts) this.#leave(this.facts);
    for (const { facts } of this.left) {
      this.facts = facts;
      await this.compare('at the end');
      for (const { md5, serial, hostedStateDownloadUrl: url, status } of this.#seen?.stateVersions.nodes ?? []) {
        if (status !== 'FINALIZED') continue;
        const got = await this.around.client.certain(() => this.around.client.send('GET', url ?? ''));
        const found = got.kind === 'done' ? md5Of(got.bytes) : got.said;
        if (found !== md5)
          this.violation(`content of ${facts.name} serial ${serial}: acknowledged ${md5}, found ${found}`);
      }
      await this.#checkCurrent(facts);
    }
    for (const name of this.#deleted) {
      const got = await this.around.client.certain(() => this.around.client.graphql(byName, { name }));
      if (got.kind === 'done' && JSON.stringify(got.json) !== '{"found":null}')
        this.violation(`${name} was deleted, and is there`);
    }
  }

  async #checkCurrent(facts: WorkspaceFacts): Promise<void> {
    const last = facts.versions.filter(({ status }) => status === 'FINALIZED').at(-1);
    if (!last) return;
    for (let tries = 0; this.#seen?.currentStateVersion?.resourcesProcessed !== true; tries += 1) {
      if (tries === 120) {
        this.violation(`${facts.name} serial ${last.serial} is never read`);
        return;
      }
      await pause(250);
      await this.observe();
    }
    const { serial } = this.#seen.currentStateVersion;
    if (serial !== last.serial) this.violation(`${facts.name}: current is ${serial}, acknowledged was ${last.serial}`);
    const path = `/api/v2/workspaces/${this.#seen.id}/current-state-version-outputs`;
    const got = await this.around.client.certain(() => this.around.client.send('GET', path));
    const outputs =
      got.kind === 'done' ? outputsShape.parse(got.json).data.map(({ attributes }) => attributes.value) : got.said;
    const text = z.object({ outputs: z.object({ of: z.object({ value: z.string() }) }) });
    const wanted = text.parse(JSON.parse(this.#texts.get(last.md5) ?? '{}')).outputs.of.value;
    if (JSON.stringify(outputs) !== JSON.stringify([wanted])) {
      this.violation(`outputs of ${facts.name}: ${wanted} was acknowledged, found ${JSON.stringify(outputs)}`);
    }
  }

  #leave(facts: WorkspaceFacts): void {
    this.left.push({ id: this.#seen?.id ?? '', facts, locks: this.#locks });
    this.#reset();
  }

  #reset(): void {
    this.facts = null;
    this.#seen = null;
    this.#locks = [];
    this.#changes = 0;
  }

  get #id(): string {
    return this.#seen?.id ?? '';
  }

  #audit(action: string): () => Audit {
    const id = this.#id;
    return () => [action, id];
  }

  /** By REST or by GraphQL, whichever it is this time. */
  #either(rest: () => Promise<Outcome>, mutation: string, result: string, input: object): () => Promise<Outcome> {
    if (this.around.random.chance(0.5)) return rest;
    const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input`;
    const query = `mutation ($input: ${type}!) { ${mutation}(input: $input) { ${result} problems { code message } } }`;
    return () => this.around.client.graphql(query, { input });
  }

  #create(): Plan<Facts> {
    this.#made += 1;
    const { client, name: stem } = this.around;
    const name = `${stem}-${this.#made}`;
    const rest = () =>
      client.send('POST', '/api/v2/organizations/default/workspaces', {
        data: { type: 'workspaces', attributes: { name } },
      });
    return {
      name: 'create a workspace',
      send: async () => {
        const outcome = await this.#either(rest, 'createWorkspace', 'workspace { id }', {
          organization: 'default',
          name,
        })();
        // The id is needed for what follows.
        if (outcome.kind === 'done') await this.observeAs(name);
        return outcome;
      },
      after: { name, description: '', locked: false, tags: [], versions: [] },
      audit: () => ['workspace.create', this.#id],
    };
  }

  private async observeAs(name: string): Promise<void> {
    const outcome = await this.around.client.certain(() => this.around.client.graphql(byName, { name }));
    if (outcome.kind === 'done') this.#seen = z.object({ found: seenWorkspace.nullable() }).parse(outcome.json).found;
  }

  #remove(facts: WorkspaceFacts): Plan<Facts> {
    const { name } = facts;
    return {
      name: 'delete a workspace',
      send: () => this.around.client.send('DELETE', `/api/v2/workspaces/${this.#id}`),
      after: null,
      told: () => null,
      audit: (() => {
        const id = this.#id;
        return () => {
          this.#deleted.push(name);
          this.#reset();
          return ['workspace.delete', id] as const;
        };
      })(),
    };
  }

  #possible(facts: WorkspaceFacts): (() => Plan<Facts>)[] {
    const current = facts.versions.filter(({ status }) => status === 'FINALIZED').at(-1);
    const old = facts.versions.filter((version) => version.status === 'FINALIZED' && version !== current);
    const gone = facts.versions.filter(({ status }) => status === 'BACKING_DATA_SOFT_DELETED');
    const locked = [
      () => this.#push(facts),
      () => this.#push(facts),
      () => this.#announce(facts),
      () => this.#announce(facts),
      ...(current ? [() => this.#rollback(facts, this.around.random.pick([...old, current]))] : []),
      () => this.#lock(facts),
    ];
    return [
      ...(facts.locked ? locked : [() => this.#lock(facts), () => this.#lock(facts)]),
      () => this.#describe(facts),
      () => this.#tag(facts),
      ...(old.length > 0 ? [() => this.#backing(facts, this.around.random.pick(old), 'softDelete')] : []),
      ...(gone.length > 0 ? [() => this.#backing(facts, this.around.random.pick(gone), 'restore')] : []),
    ];
  }

  #lock(facts: WorkspaceFacts): Plan<Facts> {
    const action = facts.locked ? 'unlock' : 'lock';
    const id = this.#id;
    const locks = this.#locks;
    const rest = () => this.around.client.send('POST', `/api/v2/workspaces/${id}/actions/${action}`, {});
    return {
      name: action,
      send: this.#either(rest, `${action}Workspace`, 'workspace { id }', { workspace: { id } }),
      after: { ...facts, locked: !facts.locked },
      audit: () => {
        locks.push(facts.locked ? 'UNLOCKED' : 'LOCKED');
        return [`workspace.${action}`, id];
      },
    };
  }

  #describe(facts: WorkspaceFacts): Plan<Facts> {
    const description = `of ${this.around.random.hex(8)}`;
    const id = this.#id;
    const data = { type: 'workspaces', attributes: { description } };
    const rest = () => this.around.client.send('PATCH', `/api/v2/workspaces/${id}`, { data });
    const input = { workspace: { id }, description };
    return {
      name: 'update a workspace',
      send: this.#either(rest, 'updateWorkspace', 'workspace { id }', input),
      after: { ...facts, description },
      audit: this.#audit('workspace.update'),
    };
  }

  #tag(facts: WorkspaceFacts): Plan<Facts> {
    const { random, client } = this.around;
    const path = `/api/v2/workspaces/${this.#id}/relationships/tags`;
    const drop = facts.tags.length > 2;
    const name = drop ? random.pick(facts.tags) : `tag-${random.hex(6)}`;
    const tags = drop ? facts.tags.filter((tag) => tag !== name) : [...facts.tags, name].sort();
    return {
      name: drop ? 'remove a tag' : 'add a tag',
      send: () => client.send(drop ? 'DELETE' : 'POST', path, { data: [{ type: 'tags', attributes: { name } }] }),
      after: { ...facts, tags },
      audit: this.#audit(drop ? 'workspace.untag' : 'workspace.tag'),
    };
  }

  #state(facts: WorkspaceFacts, padding: number): { text: string; serial: number; md5: string } {
    const serial = (facts.versions.at(-1)?.serial ?? 0) + 1;
    const outputs = { of: { value: this.around.random.hex(12), type: 'string' } };
    const text = stateText({ serial, lineage: facts.name, outputs, padding });
    const md5 = md5Of(text);
    this.#texts.set(md5, text);
    return { text, serial, md5 };
  }

  #push(facts: WorkspaceFacts): Plan<Facts> {
    const { text, serial, md5 } = this.#state(facts, this.around.random.pick([0, 2_000, 40_000]));
    const path = `/api/v2/workspaces/${this.#id}/state-versions`;
    const input = { workspaceId: this.#id, serial, md5, lineage: facts.name, state: base64Of(text) };
    const rest = () => this.around.client.send('POST', path, inlineCreation(text));
    return {
      name: 'push a state',
      send: this.#either(rest, 'createStateVersion', 'stateVersion { id }', input),
      after: { ...facts, versions: [...facts.versions, { serial, md5, status: 'FINALIZED' }] },
      audit: this.#audit('state-version.create'),
    };
  }

  #announce(facts: WorkspaceFacts): Plan<Facts> {
    const { text, serial, md5 } = this.#state(facts, this.around.random.pick([2_000, 40_000, 400_000]));
    const path = `/api/v2/workspaces/${this.#id}/state-versions`;
    return {
      name: 'announce a state',
      send: () => this.around.client.send('POST', path, creation(text)),
      after: { ...facts, versions: [...facts.versions, { serial, md5, status: 'PENDING' }] },
      audit: this.#audit('state-version.create'),
    };
  }

  #upload(facts: WorkspaceFacts, pending: VersionFacts): Plan<Facts> {
    return {
      name: 'upload a state',
      send: async () => {
        const url = (await this.#version(pending))?.hostedStateUploadUrl ?? '';
        return this.around.client.send('PUT', url, Buffer.from(this.#texts.get(pending.md5) ?? ''));
      },
      after: {
        ...facts,
        versions: facts.versions.map((one) => (one === pending ? { ...one, status: 'FINALIZED' } : one)),
      },
    };
  }

  #rollback(facts: WorkspaceFacts, source: VersionFacts): Plan<Facts> {
    const serial = (facts.versions.at(-1)?.serial ?? 0) + 1;
    const text = (this.#texts.get(source.md5) ?? '').replace(`"serial":${source.serial}`, `"serial":${serial}`);
    const md5 = md5Of(text);
    this.#texts.set(md5, text);
    return {
      name: 'roll back',
      send: async () => {
        const stateVersionId = (await this.#version(source))?.id ?? '';
        const data = {
          type: 'state-versions',
          relationships: { 'rollback-state-version': { data: { type: 'state-versions', id: stateVersionId } } },
        };
        const rest = () => this.around.client.send('PATCH', `/api/v2/workspaces/${this.#id}/state-versions`, { data });
        const input = { workspaceId: this.#id, stateVersionId };
        return this.#either(rest, 'rollbackStateVersion', 'stateVersion { id }', input)();
      },
      after: { ...facts, versions: [...facts.versions, { serial, md5, status: 'FINALIZED' }] },
      audit: this.#audit('state-version.rollback'),
    };
  }

  #backing(facts: WorkspaceFacts, version: VersionFacts, what: 'softDelete' | 'restore'): Plan<Facts> {
    const status = what === 'restore' ? 'FINALIZED' : 'BACKING_DATA_SOFT_DELETED';
    const action = what === 'restore' ? 'restore_backing_data' : 'soft_delete_backing_data';
    return {
      name: what === 'restore' ? 'restore backing data' : 'soft delete backing data',
      send: async () => {
        const stateVersionId = (await this.#version(version))?.id ?? '';
        const rest = () =>
          this.around.client.send('POST', `/api/v2/state-versions/${stateVersionId}/actions/${action}`);
        return this.#either(rest, `${what}BackingData`, 'stateVersion { id }', { id: stateVersionId })();
      },
      after: { ...facts, versions: facts.versions.map((one) => (one === version ? { ...one, status } : one)) },
      audit: this.#audit(`state-version.${what === 'restore' ? 'restore' : 'soft-delete'}-backing-data`),
    };
  }

  /** A version as it was last seen, or, where that is too long ago, as it is. */
  async #version({ serial }: VersionFacts) {
    const find = () => this.#seen?.stateVersions.nodes.find((one) => one.serial === serial);
    if (!find()) await this.observe();
    return find();
  }
}
