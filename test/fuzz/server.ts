import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Server } from '../e2e/harness/server.js';
import { ask } from './watching.js';
import type { Seen } from './watching.js';

const watch = fileURLToPath(new URL('watch.mjs', import.meta.url));
/** Level of pino's errors. */
const error = 50;

/** A server of the run's own, watched from inside. */
export class WatchedServer {
  #linesRead = 0;

  private constructor(
    readonly server: Server,
    private readonly folder: string,
  ) {}

  /** @param profiles folder where it writes a profile of its processor when it stops */
  static async start(profiles?: string): Promise<WatchedServer> {
    const folder = mkdtempSync(path.join(tmpdir(), 'trustate-fuzz-'));
    const server = await Server.start({
      TRUSTATE_ROOT_TOKEN: `root.atlasv1.${randomBytes(24).toString('hex')}`,
      TRUSTATE_COST_BUDGET: 'off',
      TRUSTATE_FAILED_SIGN_INS: 'off',
      FUZZ_WATCH: path.join(folder, 'watch'),
      NODE_OPTIONS: `--import=${watch}`,
      ...(profiles !== undefined && { FUZZ_PROFILES: profiles }),
    });
    return new WatchedServer(server, folder);
  }

  /** What its main thread did since this was asked last. @throws Error when the process is gone */
  seen(): Promise<Seen> {
    return ask(path.join(this.folder, 'watch'));
  }

  /** Errors that it has logged since this was asked last. */
  newErrors(): string[] {
    const lines = this.server.log.slice(this.#linesRead);
    this.#linesRead = this.server.log.length;
    return lines.filter(({ level }) => level >= error).map((line) => JSON.stringify(line).slice(0, 2_000));
  }

  /** Starts it again after its end, on the same folder. */
  async revive(): Promise<void> {
    rmSync(path.join(this.folder, 'watch'), { force: true });
    await this.server.restart();
  }

  async stop(): Promise<void> {
    await this.server.terminate();
    rmSync(this.server.folder, { recursive: true, force: true });
    rmSync(this.folder, { recursive: true, force: true });
  }
}
