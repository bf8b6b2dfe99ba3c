import { eventually } from '../../eventually.js';
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Api } from './api.js';
import { text } from './documents.js';
import type { Resource } from './documents.js';
import { creation, inlineCreation, md5Of } from './content.js';

/** A name that no other test uses. */
export const fresh = (stem: string) => `${stem}-${randomBytes(4).toString('hex')}`;

export interface Person {
  readonly id: string;
  readonly username: string;
  readonly api: Api;
}

export type Access = 'READ_OUTPUTS' | 'READ' | 'PLAN' | 'WRITE' | 'ADMIN';

/** A part of an answer: how it is asked for, and what it must look like. */
interface Selected<T> {
  readonly selection: string;
  readonly shape: z.ZodType<T>;
}
const withId: Selected<{ id: string }> = { selection: '{ id }', shape: z.object({ id: z.string() }) };
const plainId: Selected<string> = { selection: '', shape: z.string() };
const issuedToken: Selected<{ text: string; token: { id: string } }> = {
  selection: '{ text token { id } }',
  shape: z.object({ text: z.string(), token: z.object({ id: z.string() }) }),
};

/** What tests need of organizations, people and workspaces, made through the interfaces that everybody has. */
export class World {
  constructor(readonly root: Api) {}

  /** An organization whose owner is root. */
  async organization(stem = 'org'): Promise<string> {
    const name = fresh(stem);
    await this.#mutate('createOrganization', 'organization', withId, { name, email: 'owner@example.com' });
    return name;
  }

  /** An account with a token, in no organization. */
  async person(stem = 'user'): Promise<Person> {
    const username = fresh(stem);
    const { id } = await this.#mutate('createUser', 'user', withId, { username, email: `${username}@example.com` });
    return { id, username, api: this.root.as((await this.userToken(id)).text) };
  }

  /** One more token of a user. */
  async userToken(user: string, expiresAt?: Date): Promise<{ id: string; text: string }> {
    const issued = await this.#mutate('createUserToken', 'issued', issuedToken, {
      user,
      description: fresh('token'),
      expiresAt,
    });
    return { id: issued.token.id, text: issued.text };
  }

  async revoke(tokenId: string): Promise<void> {
    await this.#mutate('revokeToken', 'deletedId', plainId, { id: tokenId });
  }

  /** A person in a team of the organization that has `access` to the workspaces. */
  async member(organization: string, access: Access, ...workspaceIds: string[]): Promise<Person & { teamId: string }> {
    const person = await this.person(access.toLowerCase());
    const teamId = await this.team(organization, [person.username], access, ...workspaceIds);
    return { ...person, teamId };
  }

  /** Somebody who may make workspaces of the organization and do anything with each of them. */
  async administrator(organization: string): Promise<Person> {
    const person = await this.person('administrator');
    const { id } = await this.#mutate('createTeam', 'team', withId, {
      organization,
      name: fresh('team'),
      organizationAccess: { manageWorkspaces: true },
    });
    await this.#join(organization, person.username, id);
    return person;
  }

  async team(organization: string, usernames: readonly string[], access: Access, ...workspaceIds: string[]) {
    const { id } = await this.#mutate('createTeam', 'team', withId, { organization, name: fresh('team') });
    for (const username of usernames) await this.#join(organization, username, id);
    for (const workspaceId of workspaceIds) await this.grant(id, access, workspaceId);
    return id;
  }

  async grant(teamId: string, access: Access, workspaceId: string): Promise<void> {
    await this.#mutate('addTeamWorkspaceAccess', 'teamWorkspaceAccess', withId, { teamId, access, workspaceId });
  }

  async teamToken(teamId: string): Promise<string> {
    return (await this.#mutate('regenerateTeamToken', 'issued', issuedToken, { teamId })).text;
  }

  async organizationToken(organization: string): Promise<string> {
    return (
      await this.#mutate('regenerateOrganizationToken', 'issued', issuedToken, {
        organization: { name: organization },
      })
    ).text;
  }

  async #join(organization: string, username: string, teamId: string): Promise<void> {
    const input = { organization, username, teamIds: [teamId] };
    await this.#mutate('addOrganizationMember', 'organizationMembership', withId, input);
  }

  /** What a mutation answers under `key`. */
  async #mutate<T>(mutation: string, key: string, { selection, shape }: Selected<T>, input: object): Promise<T> {
    const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input`;
    const query = `mutation ($input: ${type}!) { payload: ${mutation}(input: $input) { result: ${key} ${selection} problems { code message field } } }`;
    const answer = await this.root.graphql(z.object({ payload: z.object({ result: shape }) }), query, { input });
    return answer.payload.result;
  }

  async workspace(organization: string, attributes: Readonly<Record<string, unknown>> = {}): Promise<Workspace> {
    const name = fresh('ws');
    const reply = await this.root.post(`/organizations/${organization}/workspaces`, {
      data: { type: 'workspaces', attributes: { name, ...attributes } },
    });
    return new Workspace(this.root, organization, name, reply.expect(201).one.id);
  }

  /** A workspace by its name, such as one that terraform made. */
  async found(organization: string, name: string): Promise<Workspace> {
    const { id } = (await this.root.get(`/organizations/${organization}/workspaces/${name}`)).expect(200).one;
    return new Workspace(this.root, organization, name, id);
  }
}

/** A workspace and what tests do with it. */
export class Workspace {
  constructor(
    private readonly api: Api,
    readonly organization: string,
    readonly name: string,
    readonly id: string,
  ) {}

  as(api: Api): Workspace {
    return new Workspace(api, this.organization, this.name, this.id);
  }

  async lock(): Promise<this> {
    (await this.api.post(`/workspaces/${this.id}/actions/lock`, { reason: 'a test' })).expect(200);
    return this;
  }

  async unlock(): Promise<void> {
    (await this.api.post(`/workspaces/${this.id}/actions/unlock`)).expect(200);
  }

  /** Creates a state version with its content in the request. */
  async push(state: string, attributes: Readonly<Record<string, unknown>> = {}): Promise<Resource> {
    const reply = await this.api.post(`/workspaces/${this.id}/state-versions`, inlineCreation(state, attributes));
    return reply.expect(201).one;
  }

  /** Creates one whose content is still to come. */
  async announce(state: string, attributes: Readonly<Record<string, unknown>> = {}): Promise<Resource> {
    const reply = await this.api.post(`/workspaces/${this.id}/state-versions`, creation(state, attributes));
    return reply.expect(201).one;
  }

  async version(id: string): Promise<Resource> {
    return (await this.api.get(`/state-versions/${id}`)).expect(200).one;
  }

  async current(): Promise<Resource> {
    return (await this.api.get(`/workspaces/${this.id}/current-state-version`)).expect(200).one;
  }

  /** A version once everything is known of it. */
  async processed(id: string): Promise<Resource> {
    // Programs that vitest does not run call this as well, so it is not vi.waitFor.
    for (const until = Date.now() + eventually.timeout; ;) {
      const version = await this.version(id);
      if (version.attributes['resources-processed'] === true) return version;
      if (Date.now() > until) throw new Error(`${id} was not processed in time`);
      await new Promise((resolve) => setTimeout(resolve, eventually.interval));
    }
  }

  /** Everything about state that a refused request must leave as it was. */
  async snapshot() {
    const [record, versions, content] = await Promise.all([
      this.api.get(`/workspaces/${this.id}`).then((reply) => reply.expect(200).one),
      this.versions(),
      this.currentContent(),
    ]);
    return {
      locked: record.attributes['locked'],
      versions: versions.map(({ id, attributes }) => [
        id,
        attributes['status'],
        attributes['serial'],
        attributes['size'],
      ]),
      content: content === null ? null : md5Of(content),
    };
  }

  async versions(status = ''): Promise<readonly Resource[]> {
    const query = new URLSearchParams({
      'filter[workspace][name]': this.name,
      'filter[organization][name]': this.organization,
      'page[size]': '100',
      ...(status !== '' && { 'filter[status]': status }),
    });
    return (await this.api.get(`/state-versions?${query.toString()}`)).expect(200).list.data;
  }

  /** The raw state that engine operations start from; `null` before the first. */
  async currentContent(): Promise<string | null> {
    const reply = await this.api.get(`/workspaces/${this.id}/current-state-version`);
    if (reply.status === 404) return null;
    return this.content(reply.expect(200).one);
  }

  async content(version: Resource): Promise<string> {
    return (await this.api.get(text(version, 'hosted-state-download-url'))).expect(200).text;
  }
}
