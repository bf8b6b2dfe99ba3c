import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { openLive } from './live.js';

export const basic = (token: string, user = 'anybody') => `Basic ${Buffer.from(`${user}:${token}`).toString('base64')}`;

interface Sent {
  readonly body?: string;
  readonly token?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A server that keeps states of at most 1 MiB, spoken to as by the `http` backend. */
export async function openHttpStates() {
  const live = await openLive({ TRUSTATE_MAX_STATE_SIZE: '1 MiB' });

  async function call(method: string, path: string, { body, token = live.rootToken, headers = {} }: Sent = {}) {
    const response = await fetch(`${live.base}/http/v1/${path}`, {
      method,
      headers: { ...(token !== null && { authorization: basic(token) }), ...headers },
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    const json: unknown = text === '' ? null : JSON.parse(text);
    return { status: response.status, headers: response.headers, text, json };
  }

  async function graphql<T>(shape: z.ZodType<T>, query: string, variables: object = {}, token = live.rootToken) {
    const response = await fetch(`${live.base}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    });
    return z.object({ data: shape }).parse(await response.json()).data;
  }

  /** A token of somebody new who may make workspaces of the organization `default`. */
  async function colleague(): Promise<string> {
    const username = `ann-${randomUUID().slice(0, 8)}`;
    const payload = z.object({ payload: z.object({ problems: z.array(z.unknown()).length(0), made: z.unknown() }) });
    const make = (mutation: string, made: string, input: object) => {
      const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input`;
      const query = `mutation ($input: ${type}!) { payload: ${mutation}(input: $input) { made: ${made} problems { code } } }`;
      return graphql(payload, query, { input });
    };
    await make('createUser', 'user { id }', { username, email: `${username}@example.com` });
    const team = await make('createTeam', 'team { id }', {
      organization: 'default',
      name: username,
      organizationAccess: { manageWorkspaces: true },
    });
    const { id } = z.object({ id: z.string() }).parse(team.payload.made);
    await make('addOrganizationMember', 'organizationMembership { id }', {
      organization: 'default',
      username,
      teamIds: [id],
    });
    const token = await make('createUserToken', 'issued { text }', { user: username, description: 'http' });
    return z.object({ text: z.string() }).parse(token.payload.made).text;
  }

  return { live, call, graphql, colleague, close: () => live.close() };
}

export type HttpStatesForTests = Awaited<ReturnType<typeof openHttpStates>>;

/** A place where no state is kept yet. */
export const fresh = () => `default/http-${randomUUID().slice(0, 8)}`;
const lineage = randomUUID();
export const state = (serial: number, more: object = {}) =>
  JSON.stringify({ version: 4, terraform_version: '1.11.4', serial, lineage, outputs: {}, resources: [], ...more });
export const md5 = (text: string) => createHash('md5').update(text).digest('base64');
export const information = (id: string = randomUUID()) => ({
  ID: id,
  Operation: 'OperationTypeApply',
  Info: 'by hand',
  Who: 'ann@workstation',
  Version: '1.11.4',
  Created: '2026-01-02T03:04:05.123456789Z',
  Path: '',
});
