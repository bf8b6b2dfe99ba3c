import { z } from 'zod';
import { Worker } from './worker.js';
import type { Audit, Plan } from './worker.js';

interface Facts {
  /** Description of the mount; `null` while there is none. */
  readonly mount: string | null;
  /** Name of the team; `null` while there is none. */
  readonly team: string | null;
  /** Whether its last token opens anything, or that of the team before; `null` before there was one. */
  readonly token: boolean | null;
}

const teamAnswer = z.object({ data: z.object({ id: z.string() }) });
const tokenAnswer = z.object({ data: z.object({ id: z.string(), attributes: z.object({ token: z.string() }) }) });
const teams = z.object({
  organization: z.object({ teams: z.object({ nodes: z.array(z.object({ id: z.string(), name: z.string() })) }) }),
});
const mounts = z.object({ data: z.record(z.string(), z.object({ description: z.string() })) });

/** Makes mounts, teams and their tokens, and ends them again. */
export class EstateWorker extends Worker<Facts> {
  protected facts: Facts = { mount: null, team: null, token: null };
  #teamId = '';
  #token = { id: '', text: '' };
  #made = 0;

  protected plan(): Plan<Facts> {
    const { random } = this.around;
    const { mount, team, token } = this.facts;
    return random.pick([
      mount === null
        ? () => this.#makeMount()
        : random.chance(0.3)
          ? () => this.#removeMount()
          : () => this.#tuneMount(),
      team === null
        ? () => this.#makeTeam()
        : token !== true && random.chance(0.5)
          ? () => this.#renameTeam(team)
          : () => this.#turnToken(),
      ...(team !== null && token !== true && random.chance(0.3) ? [() => this.#removeTeam()] : []),
    ])();
  }

  protected async observe(): Promise<Facts> {
    const { client } = this.around;
    const listed = await client.certain(() => client.send('GET', '/v1/sys/mounts'));
    if (listed.kind !== 'done') throw new Error(listed.said);
    const mount = mounts.parse(listed.json).data[`${this.around.name}/`]?.description ?? null;
    const query = '{ organization(name: "default") { teams(first: 100) { nodes { id name } } } }';
    const found = await client.certain(() => client.graphql(query, {}));
    if (found.kind !== 'done') throw new Error(found.said);
    const ours = teams
      .parse(found.json)
      .organization.teams.nodes.filter(({ name }) => name.startsWith(`${this.around.name}-`));
    if (ours.length > 1) this.violation(`teams ${JSON.stringify(ours)}`);
    this.#teamId = ours[0]?.id ?? '';
    const token = this.facts.token === null ? null : await this.#opens();
    return { mount, team: ours[0]?.name ?? null, token };
  }

  async check(): Promise<void> {
    await this.compare('at the end');
  }

  async #opens(): Promise<boolean> {
    const { client } = this.around;
    const got = await client.certain(() => client.as(this.#token.text).send('GET', '/api/v2/organizations/default'));
    return got.kind === 'done' || got.status !== 401;
  }

  #audit(action: string, target: () => string): () => Audit {
    return () => [action, target()];
  }

  #makeMount(): Plan<Facts> {
    const { client, name } = this.around;
    return {
      name: 'make a mount',
      send: () => client.send('POST', `/v1/sys/mounts/${name}`, { type: 'pki', description: 'new' }),
      after: { ...this.facts, mount: 'new' },
      audit: this.#audit('mount.create', () => name),
    };
  }

  #tuneMount(): Plan<Facts> {
    const { client, name, random } = this.around;
    const description = random.hex(8);
    return {
      name: 'tune a mount',
      send: () => client.send('POST', `/v1/sys/mounts/${name}/tune`, { description }),
      after: { ...this.facts, mount: description },
      audit: this.#audit('mount.tune', () => name),
    };
  }

  #removeMount(): Plan<Facts> {
    const { client, name } = this.around;
    return {
      name: 'remove a mount',
      send: () => client.send('DELETE', `/v1/sys/mounts/${name}`),
      after: { ...this.facts, mount: null },
      audit: this.#audit('mount.delete', () => name),
    };
  }

  #makeTeam(): Plan<Facts> {
    const { client } = this.around;
    const name = `${this.around.name}-${(this.#made += 1)}`;
    return {
      name: 'make a team',
      send: () =>
        client.send('POST', '/api/v2/organizations/default/teams', { data: { type: 'teams', attributes: { name } } }),
      after: { ...this.facts, team: name },
      told: ({ json }) => {
        this.#teamId = teamAnswer.parse(json).data.id;
        return { ...this.facts, team: name };
      },
      audit: this.#audit('team.create', () => this.#teamId),
    };
  }

  #renameTeam(team: string): Plan<Facts> {
    const { client } = this.around;
    const name = `${this.around.name}-${(this.#made += 1)}`;
    return {
      name: `rename a team`,
      send: () =>
        client.send('PATCH', `/api/v2/teams/${this.#teamId}`, { data: { type: 'teams', attributes: { name } } }),
      after: { ...this.facts, team: team === name ? team : name },
      audit: this.#audit('team.update', () => this.#teamId),
    };
  }

  #removeTeam(): Plan<Facts> {
    const { client } = this.around;
    const id = this.#teamId;
    return {
      name: 'remove a team',
      send: () => client.send('DELETE', `/api/v2/teams/${id}`),
      after: { ...this.facts, team: null },
      audit: this.#audit('team.delete', () => id),
    };
  }

  /** Makes a token, or revokes the one there is. */
  #turnToken(): Plan<Facts> {
    const { client, random } = this.around;
    if (this.facts.token === true) {
      return {
        name: 'revoke a token',
        send: () => client.send('DELETE', `/api/v2/authentication-tokens/${this.#token.id}`),
        after: { ...this.facts, token: false },
        audit: this.#audit('token.revoke', () => this.#token.id),
      };
    }
    const data = { type: 'authentication-tokens', attributes: { description: random.hex(12) } };
    return {
      name: 'make a token',
      send: () => client.send('POST', `/api/v2/teams/${this.#teamId}/authentication-tokens`, { data }),
      told: ({ json }) => {
        const { id, attributes } = tokenAnswer.parse(json).data;
        this.#token = { id, text: attributes.token };
        return { ...this.facts, token: true };
      },
      audit: this.#audit('token.create', () => this.#token.id),
    };
  }
}
