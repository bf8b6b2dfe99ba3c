/** What one client does again and again, for each kind of job. */
import { bodyOf, Connection, shownOf, statusOf, written } from '../state-service/wire.js';
import type { Address, Asked } from '../state-service/wire.js';
import { StateContents } from './state-content.js';
import { hostOf } from './target.js';

interface ToServer {
  readonly kind: 'job';
  readonly address: Address;
  readonly token: string;
}

/** The same document again and again. */
export interface Getting extends ToServer {
  readonly does: 'get';
  readonly path: string;
}

/** A certificate with a name of its own. */
export interface Certifying extends ToServer {
  readonly does: 'certify';
  readonly path: string;
  /** The request to sign; a key is made where there is none. */
  readonly csr?: string;
}

/** New state versions, each client in a workspace of its own. */
export interface Storing extends ToServer {
  readonly does: 'store';
  /** Ids, one for each client. */
  readonly workspaces: readonly string[];
  readonly resources: number;
  /** In the request that creates the version; or uploaded, read as the current one, and downloaded. */
  readonly content: 'inline' | 'uploaded';
  /** Whether the outputs come with what creates the version, as terraform's own backend sends them. */
  readonly outputs?: 'given';
}

export type JobLoad = Getting | Certifying | Storing;

type Send = (asked: Omit<Asked, 'token' | 'host'>) => Promise<Buffer>;

export function stepOf(load: JobLoad, connection: Connection, index: number): () => Promise<void> {
  const send: Send = async (asked) => {
    const answer = await connection.send(written({ ...asked, token: load.token, ...hostOf(load.address) }));
    if (statusOf(answer) >= 300) throw new Error(`${asked.path} answered ${shownOf(answer)}`);
    return answer;
  };
  switch (load.does) {
    case 'get':
      return async () => void (await send({ path: load.path }));
    case 'certify':
      return async () => {
        const { csr } = load;
        const body = JSON.stringify({ common_name: nextName(), ...(csr !== undefined && { csr }) });
        await send({ method: 'POST', path: load.path, body, type: 'application/json' });
      };
    case 'store':
      return storing(load, index, send);
  }
}

/** What one client does, once, from this process: what it stores is of a workspace that no load goes to. */
export async function sentOnce(load: JobLoad): Promise<void> {
  const connection = await Connection.open(load.address);
  try {
    await stepOf(load, connection, 0)();
  } finally {
    connection.close();
  }
}

let names = 0;
const nextName = () => `host-${(names += 1)}.example.com`;

/** Serials go on where the last round of a workspace ended. */
const contents = new Map<string, StateContents>();

function storing({ workspaces, resources, content, outputs }: Storing, index: number, send: Send): () => Promise<void> {
  const workspace = workspaces[index];
  if (workspace === undefined) throw new Error('a client without a workspace');
  const states = contents.get(workspace) ?? new StateContents(`lineage of ${workspace}`, resources);
  contents.set(workspace, states);
  const given = outputs && { 'json-state-outputs': Buffer.from(states.outputs).toString('base64') };
  const create = (attributes: object): Promise<Buffer> =>
    send({
      ...{ method: 'POST', path: `/api/v2/workspaces/${workspace}/state-versions` },
      body: JSON.stringify({ data: { type: 'state-versions', attributes: { ...attributes, ...given } } }),
    });
  if (content === 'inline') {
    return async () => {
      const { content: bytes, ...declared } = states.next();
      await create({ ...declared, state: bytes.toString('base64') });
    };
  }
  return async () => {
    const { content: bytes, ...declared } = states.next();
    const to = linkOf(await create(declared), 'hosted-state-upload-url');
    await send({ method: 'PUT', path: to, body: bytes.toString(), type: 'application/octet-stream' });
    const current = await send({ path: `/api/v2/workspaces/${workspace}/current-state-version` });
    const answer = await send({ path: linkOf(current, 'hosted-state-download-url') });
    if (!bodyOf(answer).equals(bytes)) throw new Error('what was downloaded is not what was uploaded');
  };
}

/** Path and query of a link of a state version: every server serves its own. @throws Error where it has none */
function linkOf(answer: Buffer, name: string): string {
  const document = JSON.parse(bodyOf(answer).toString()) as { data?: { attributes?: Record<string, unknown> } };
  const link = document.data?.attributes?.[name];
  if (typeof link !== 'string' || link === '') throw new Error(`a state version without ${name}`);
  const { pathname, search } = new URL(link, 'http://localhost');
  return `${pathname}${search}`;
}
