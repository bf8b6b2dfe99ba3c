import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder of this test's own, gone after it, and openssl run in it. */
export interface OpensslFolder {
  readonly folder: string;
  /** Writes a file and gives its path. */
  readonly put: (name: string, content: string | Uint8Array) => string;
  /** Output of a command that must succeed. */
  readonly openssl: (...args: string[]) => string;
  /** Exit code and all output of one that may fail. */
  readonly tryOpenssl: (...args: string[]) => { status: number | null; output: string };
}

export function opensslFolder(): OpensslFolder {
  const folder = mkdtempSync(join(tmpdir(), 'x509-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    folder,
    put(name, content) {
      const path = join(folder, name);
      writeFileSync(path, content);
      return path;
    },
    openssl: (...args) => execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] }).toString(),
    tryOpenssl(...args) {
      const { status, stdout, stderr } = spawnSync('openssl', args, { cwd: folder });
      return { status, output: `${stdout.toString()}${stderr.toString()}` };
    },
  };
}
