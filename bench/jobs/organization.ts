import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { good, once } from './target.js';
import type { Target } from './target.js';

const made = z.looseObject({ data: z.looseObject({ id: z.string() }) });

/** Workspaces that were made to be measured and are removed afterwards with their states, in an organization of their own where none is named. */
export class MeasuredWorkspaces {
  readonly #ids: string[] = [];

  private constructor(
    private readonly target: Target,
    private readonly organization: string,
    private readonly isOurs: boolean,
  ) {}

  /** @param organization one that is there already, for callers who may make none */
  static async open(target: Target, organization?: string): Promise<MeasuredWorkspaces> {
    if (organization !== undefined) return new MeasuredWorkspaces(target, organization, false);
    const name = `bench-${randomBytes(4).toString('hex')}`;
    const attributes = { name, email: 'bench@example.com' };
    await good(target, {
      ...{ method: 'POST', path: '/api/v2/organizations' },
      body: JSON.stringify({ data: { type: 'organizations', attributes } }),
    });
    return new MeasuredWorkspaces(target, name, true);
  }

  /** @returns ids of so many new workspaces, locked */
  async locked(count: number): Promise<readonly string[]> {
    const ids: string[] = [];
    for (let made = 0; made < count; made += 1) ids.push(await this.#locked());
    return ids;
  }

  async #locked(): Promise<string> {
    const attributes = { name: `bench-${randomBytes(6).toString('hex')}` };
    const { data } = made.parse(
      await good(this.target, {
        ...{ method: 'POST', path: `/api/v2/organizations/${this.organization}/workspaces` },
        body: JSON.stringify({ data: { type: 'workspaces', attributes } }),
      }),
    );
    this.#ids.push(data.id);
    const lock = `/api/v2/workspaces/${data.id}/actions/lock`;
    await good(this.target, { method: 'POST', path: lock, body: JSON.stringify({ reason: 'measuring' }) });
    return data.id;
  }

  async close(): Promise<void> {
    for (const id of this.#ids) {
      await once(this.target, { method: 'POST', path: `/api/v2/workspaces/${id}/actions/unlock`, body: '{}' });
      await this.#remove(`/api/v2/workspaces/${id}`);
    }
    if (this.isOurs) await this.#remove(`/api/v2/organizations/${this.organization}`);
  }

  async #remove(path: string): Promise<void> {
    const { status } = await once(this.target, { method: 'DELETE', path });
    if (status >= 300 && status !== 404) console.log(`${this.target.name}: ${path} is left: ${status}`);
  }
}
