import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isSystemError } from '../durable-folder.js';
import { replaceFile } from '../replaced-file.js';
import { SealError } from './seal-error.js';
import type { Seal } from './seal.js';
import type { KeyCounts } from './sealed-columns.js';
import type { WrapPurpose } from './sealed-places.js';

/** Sealed files of this server's data folder. */
export class SealedFiles {
  constructor(private readonly deps: { readonly folder: string; readonly seal: Seal }) {}

  async count(files: readonly string[]): Promise<KeyCounts> {
    const counts = new Map<string, number>();
    for (const file of files) {
      const sealed = await this.#read(file);
      const keyId = sealed?.subarray(1, 9).toString('hex');
      if (keyId !== undefined) counts.set(keyId, (counts.get(keyId) ?? 0) + 1);
    }
    return counts;
  }

  /** @returns how many were sealed again; files that cannot be opened are left for the next start, which creates them again */
  async rewrap(purpose: WrapPurpose, files: readonly string[]): Promise<number> {
    const { seal } = this.deps;
    let wrapped = 0;
    for (const file of files) {
      const sealed = await this.#read(file);
      if (!sealed || !seal.isOutdated(sealed)) continue;
      const anew = this.#wrappedAnew(purpose, sealed);
      if (anew === null) continue;
      await replaceFile(join(this.deps.folder, file), anew, 0o600);
      wrapped += 1;
    }
    return wrapped;
  }

  #wrappedAnew(purpose: WrapPurpose, sealed: Uint8Array): Uint8Array | null {
    const { seal } = this.deps;
    try {
      return seal.wrap(purpose, seal.unwrap(purpose, sealed));
    } catch (error) {
      if (error instanceof SealError) return null;
      throw error;
    }
  }

  async #read(file: string): Promise<Buffer | undefined> {
    try {
      return await readFile(join(this.deps.folder, file));
    } catch (error) {
      if (isSystemError(error, 'ENOENT')) return undefined;
      throw error;
    }
  }
}
