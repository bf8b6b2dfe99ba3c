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

/** What tests need of organizations, people and workspaces, made through the interfaces that everybody has. */
export class World {
  constructor(readonly root: Api) {}

  /** An organization whose owner is root. */
  async organization(stem = 'org'): Promise<string> {
    const name = fresh(stem);
    const attributes = { name, email: 'owner@example.com' };
    await this.root
      .post('/organizations', { data: { type: 'organizations', attributes } })
      .then((reply) => reply.expect(201));
    return name;
  }

  /** An account with a token, in no organization. */
  async person(stem = 'user'): Promise<Person> {
    const username = fresh(stem);
    const { createUser } = await this.root.graphql(
      z.object({ createUser: z.object({ user: z.object({ id: z.string() }) }) }),
      `mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } problems { code message } } }`,
      { input: { username, email: `${username}@example.com` } },
    );
    const { id } = createUser.user;
    return { id, username, api: this.root.as(await this.userToken(id)) };
  }

  /** One more token of a user. */
  async userToken(userId: string, expiresAt?: Date): Promise<string> {
    return text(await this.userTokenResource(userId, expiresAt), 'token');
  }

  async userTokenResource(userId: string, expiresAt?: Date): Promise<Resource> {
    const attributes = { description: fresh('token'), ...(expiresAt && { 'expired-at': expiresAt.toISOString() }) };
    const reply = await this.root.post(`/users/${userId}/authentication-tokens`, {
      data: { type: 'authentication-tokens', attributes },
    });
    return reply.expect(201).one;
  }

  /** A person in a team of the organization that has `access` to the workspaces. */
  async member(organization: string, access: string, ...workspaceIds: string[]): Promise<Person & { teamId: string }> {
    const person = await this.person(access);
    const teamId = await this.team(organization, [person.username], access, ...workspaceIds);
    return { ...person, teamId };
  }

  async team(
    organization: string,
    usernames: readonly string[],
    access: string,
    ...workspaceIds: string[]
  ): Promise<string> {
    const { root } = this;
    const team = await root.post(`/organizations/${organization}/teams`, {
      data: { type: 'teams', attributes: { name: fresh('team') } },
    });
    const { id } = team.expect(201).one;
    for (const username of usernames) {
      const joined = await root.graphql(
        z.object({ addOrganizationMember: z.object({ membership: z.object({ id: z.string() }) }) }),
        `mutation ($input: AddOrganizationMemberInput!) { addOrganizationMember(input: $input) { membership { id } problems { code message } } }`,
        { input: { organization, username, teamIds: [id] } },
      );
      z.string().startsWith('ou-').parse(joined.addOrganizationMember.membership.id);
    }
    for (const workspaceId of workspaceIds) {
      const granted = await root.post('/team-workspaces', {
        data: {
          type: 'team-workspaces',
          attributes: { access },
          relationships: {
            team: { data: { type: 'teams', id } },
            workspace: { data: { type: 'workspaces', id: workspaceId } },
          },
        },
      });
      granted.expect(201);
    }
    return id;
  }

  async teamToken(teamId: string): Promise<string> {
    return text((await this.root.post(`/teams/${teamId}/authentication-token`)).expect(201).one, 'token');
  }

  async organizationToken(organization: string): Promise<string> {
    const reply = await this.root.post(`/organizations/${organization}/authentication-token`);
    return text(reply.expect(201).one, 'token');
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
    for (let tries = 0; tries < 600; tries += 1) {
      const version = await this.version(id);
      if (version.attributes['resources-processed'] === true) return version;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    throw new Error(`${id} was not processed in time`);
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
