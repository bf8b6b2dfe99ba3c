import { z } from 'zod';
import { inlineCreation, stateText } from '../harness/content.js';
import type { Api, Reply } from '../harness/api.js';
import { fresh } from '../harness/world.js';
import type { Workspace } from '../harness/world.js';

const issued = z.object({ data: z.object({ serial_number: z.string() }) });

/** What clients get from a balancer whose node is gone, and try again. */
const passing = new Set([502, 503, 504]);

/** Clients that change things all the time, and try again what failed in passing. */
export class Load {
  /** By workspace, the last serial that was acknowledged. */
  readonly serials = new Map<Workspace, number>();
  /** Serial numbers of certificates that were handed out. */
  readonly certificates: string[] = [];
  /** What no client tries again. */
  readonly errors: string[] = [];
  retried = 0;
  private going = true;
  readonly #clients: Promise<void>[] = [];

  constructor(
    private readonly api: Api,
    workspaces: readonly Workspace[],
  ) {
    for (const workspace of workspaces) this.#clients.push(this.#run(workspace));
  }

  async stop(): Promise<void> {
    this.going = false;
    await Promise.all(this.#clients);
  }

  /** How much was acknowledged so far. */
  get done(): number {
    return [...this.serials.values()].reduce((sum, serial) => sum + serial, 0) + this.certificates.length;
  }

  async #run(workspace: Workspace): Promise<void> {
    const lineage = fresh('lineage');
    for (let serial = 1; this.going; serial += 1) {
      await this.#push(workspace, serial, stateText({ serial, lineage }));
      await this.#issue();
    }
  }

  async #push(workspace: Workspace, serial: number, state: string): Promise<void> {
    const before = this.retried;
    const reply = await this.#insisted(() =>
      this.api.post(`/workspaces/${workspace.id}/state-versions`, inlineCreation(state)),
    );
    // The first attempt may have been kept, and its answer lost.
    const kept = reply.status === 409 && this.retried > before && (await this.#currentSerial(workspace)) === serial;
    if (reply.status === 201 || kept) this.serials.set(workspace, serial);
    else this.errors.push(`serial ${serial}: ${reply.status} ${reply.text}`);
  }

  async #issue(): Promise<void> {
    const path = `${this.api.base}/v1/pki/issue/web`;
    const reply = await this.#insisted(() => this.api.post(path, { common_name: 'a.example.com', ttl: '1h' }));
    if (reply.status === 200) this.certificates.push(issued.parse(reply.json).data.serial_number);
    else this.errors.push(`issue: ${reply.status} ${reply.text}`);
  }

  async #currentSerial(workspace: Workspace): Promise<unknown> {
    const reply = await this.#insisted(() => this.api.get(`/workspaces/${workspace.id}/current-state-version`));
    return reply.status === 200 ? reply.one.attributes['serial'] : null;
  }

  async #insisted(send: () => Promise<Reply>): Promise<Reply> {
    for (;;) {
      const reply = await send().catch(() => null);
      if (reply !== null && !passing.has(reply.status)) return reply;
      this.retried += 1;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
