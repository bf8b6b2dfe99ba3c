import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, truncateSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const MiB = 2 ** 20;

/** A file system of its own, small enough to be filled. Only root can mount one, on Linux. */
export class SmallDisk {
  private constructor(readonly folder: string) {}

  /** @returns null where none can be mounted */
  static mount(mebibytes: number): SmallDisk | null {
    const folder = mkdtempSync(path.join(tmpdir(), 'trustate-torture-disk-'));
    const options = ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', folder];
    if (spawnSync('mount', options, { stdio: 'ignore' }).status === 0) return new SmallDisk(folder);
    rmSync(folder, { recursive: true });
    return null;
  }

  /** @param left bytes that stay free */
  fill(left: number): void {
    const file = openSync(this.#ballast, 'w');
    let size = 0;
    try {
      const chunk = Buffer.alloc(MiB);
      for (;;) size += writeSync(file, chunk);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
    } finally {
      closeSync(file);
    }
    truncateSync(this.#ballast, Math.max(0, size - left));
  }

  clear(): void {
    rmSync(this.#ballast, { force: true });
  }

  unmount(): void {
    spawnSync('umount', [this.folder], { stdio: 'ignore' });
    rmSync(this.folder, { recursive: true, force: true });
  }

  get #ballast(): string {
    return path.join(this.folder, 'ballast');
  }
}
