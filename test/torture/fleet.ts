import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { postgresPrograms } from '../platform/database/postgres-programs.js';
import { Server } from '../e2e/harness/server.js';
import { SmallDisk } from './disk.js';
import { Postgres } from './postgres.js';
import { pause } from './random.js';
import { MoodyStore } from './store.js';

export type DatabaseKind = 'sqlite' | 'postgresql';

const clock = fileURLToPath(new URL('clock-shift.mjs', import.meta.url));

/** The servers of a run, with everything they stand on. */
export class Fleet {
  readonly token = `root.atlasv1.${randomBytes(24).toString('hex')}`;
  readonly folder = mkdtempSync(path.join(tmpdir(), 'trustate-torture-'));
  nodes: Server[] = [];
  postgres: Postgres | null = null;
  store: MoodyStore | null = null;
  disk: SmallDisk | null = null;
  /** Faults under way: until there are none, a read may not come through, and what was sent may still be worked on. */
  #faults = 0;
  #settings: Readonly<Record<string, string>> = {};

  private constructor(
    readonly kind: DatabaseKind,
    /** Of each server. */
    readonly processes: number,
  ) {}

  static async start(kind: DatabaseKind, count: number, processes: number): Promise<Fleet> {
    const fleet = new Fleet(kind, processes);
    const where = kind === 'sqlite' ? fleet.#onDisk() : await fleet.#onServices();
    const settings = {
      ...where,
      TRUSTATE_SEAL_KEY: randomBytes(32).toString('base64'),
      TRUSTATE_ROOT_TOKEN: fleet.token,
      TRUSTATE_COST_BUDGET: 'off',
      TRUSTATE_PROCESSES: String(processes),
      NODE_OPTIONS: `--import=${clock}`,
    };
    fleet.#settings = settings;
    fleet.nodes = await Promise.all(
      Array.from({ length: kind === 'sqlite' ? 1 : count }, (_, at) => {
        fleet.shiftClock(at, 0);
        return Server.start({ ...settings, TORTURE_CLOCK: fleet.#clockOf(at) });
      }),
    );
    return fleet;
  }

  /** For a command beside the servers, such as doctor. */
  get environment(): Readonly<Record<string, string>> {
    return { ...this.#settings, TRUSTATE_DATA_DIR: this.nodes[0]?.folder ?? this.folder };
  }

  /** How far the clock of a node runs ahead, in milliseconds; negative for behind. */
  shiftClock(node: number, milliseconds: number): void {
    writeFileSync(this.#clockOf(node), String(milliseconds));
  }

  async during<T>(fault: () => Promise<T>): Promise<T> {
    this.#faults += 1;
    try {
      return await fault();
    } finally {
      this.#faults -= 1;
    }
  }

  /** Resolves when there is no fault, and what was under way had the time to end. */
  async calm(): Promise<void> {
    do {
      while (this.#faults > 0) await pause(20);
      await pause(400);
    } while (this.#faults > 0);
  }

  /** Starts a node that was killed; a database that is not there yet makes it end, then it is started again. */
  async revive(node: Server): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        await node.restart();
        return;
      } catch (error) {
        if (tries === 5) throw error;
        await pause(500);
      }
    }
  }

  async stop(): Promise<void> {
    for (const node of this.nodes) {
      await node.kill9();
      rmSync(node.folder, { recursive: true, force: true });
    }
    await this.postgres?.remove();
    await this.store?.stop();
    this.disk?.unmount();
    rmSync(this.folder, { recursive: true, force: true });
  }

  #clockOf(node: number): string {
    return path.join(this.folder, `clock-${node}`);
  }

  #onDisk(): Record<string, string> {
    this.disk = SmallDisk.mount(384);
    const folder = this.disk?.folder ?? this.folder;
    return {
      TRUSTATE_DATABASE_URL: `file:${path.join(folder, 'trustate.db')}`,
      TRUSTATE_OBJECT_STORE: path.join(folder, 'objects'),
    };
  }

  async #onServices(): Promise<Record<string, string>> {
    const programs = postgresPrograms();
    if (programs === null) throw new Error('PostgreSQL is not installed');
    this.postgres = await Postgres.start(programs);
    this.store = await MoodyStore.start();
    return {
      TRUSTATE_DATABASE_URL: this.postgres.url,
      TRUSTATE_OBJECT_STORE: this.store.url,
      AWS_ACCESS_KEY_ID: 'torture',
      AWS_SECRET_ACCESS_KEY: 'torture',
    };
  }
}
