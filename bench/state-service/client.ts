import { request } from 'node:http';
import type { Serving } from './processes.js';

/** Requests that prepare and check; never what is measured. */
export class Client {
  constructor(
    readonly server: Serving,
    readonly token: string,
  ) {}

  /** The JSON of a good answer. @throws Error that shows any other */
  async ask<Answer = unknown>(method: string, path: string, body?: unknown): Promise<Answer> {
    const type = path === '/graphql' ? 'application/json' : 'application/vnd.api+json';
    const text = body === undefined ? undefined : JSON.stringify(body);
    const answer = await new Promise<{ status: number; text: string }>((resolve, reject) => {
      const outgoing = request(
        {
          ...{ method, path, port: this.server.port, host: '127.0.0.1' },
          headers: {
            authorization: `Bearer ${this.token}`,
            ...(text !== undefined && { 'content-type': type, 'content-length': Buffer.byteLength(text) }),
          },
        },
        (incoming) => {
          const chunks: Buffer[] = [];
          incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
          incoming.on('end', () =>
            resolve({ status: incoming.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
          );
        },
      );
      outgoing.on('error', reject).end(text);
    });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return (answer.text === '' ? null : JSON.parse(answer.text)) as Answer;
  }

  /** A new locked workspace of the organization `default`. @returns its id */
  async lockedWorkspace(name: string): Promise<string> {
    const { data } = await this.ask<{ data: { id: string } }>('POST', '/api/v2/organizations/default/workspaces', {
      data: { type: 'workspaces', attributes: { name } },
    });
    await this.ask('POST', `/api/v2/workspaces/${data.id}/actions/lock`, { reason: 'measuring' });
    return data.id;
  }

  /** Resolves when the current version of the workspace has its inventory. */
  async processed(workspaceId: string): Promise<void> {
    // Nothing but what is waited for: a document has the list of all resources.
    const query = `{ currentStateVersion(workspaceId: "${workspaceId}") { resourcesProcessed } }`;
    for (;;) {
      const { data } = await this.ask<{ data: { currentStateVersion: { resourcesProcessed: boolean } | null } }>(
        'POST',
        '/graphql',
        { query },
      );
      if (data.currentStateVersion?.resourcesProcessed === true) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}
