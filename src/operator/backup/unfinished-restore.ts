import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../../settings/config.js';
import { restoreMark } from '../../platform/data-folder.js';
import { syncFolder } from '../../platform/durable-folder.js';
import { errorCode, OperatorError } from '../../platform/operator-error.js';
import { writeSynced } from '../files.js';

/** The mark of a restore in its data folder, from before its first file until its last one is on disk: no server starts there. */
export class UnfinishedRestore {
  private constructor(
    private readonly folder: string,
    private readonly content: string,
    /** The same restore began here and did not end: what it placed may be replaced. */
    readonly again: boolean,
  ) {}

  /**
   * @param id of the backup
   * @throws OperatorError if another restore has begun in the data folder, or the same one into another database or store
   */
  static of({ dataDir, databaseUrl, objectStore }: Config, id: string): UnfinishedRestore {
    const content = createHash('sha256')
      .update(JSON.stringify([id, databaseUrl, objectStore]))
      .digest('hex');
    const found = contentOf(path.join(dataDir, restoreMark));
    if (found !== null && !content.startsWith(found))
      throw new OperatorError(
        `The data folder ${dataDir} holds an unfinished restore, of another backup or with other settings: delete this folder, or set TRUSTATE_DATA_DIR to a new one.`,
      );
    // One that was cut short came before all files.
    return new UnfinishedRestore(dataDir, content, found === content);
  }

  get #mark(): string {
    return path.join(this.folder, restoreMark);
  }

  async begin(): Promise<void> {
    if (this.again) return;
    await rm(this.#mark, { force: true });
    try {
      await writeSynced(this.#mark, this.content);
      await syncFolder(this.folder);
    } catch (error) {
      rmSync(this.#mark, { force: true });
      throw error;
    }
  }

  async done(): Promise<void> {
    await rm(this.#mark, { force: true });
    await syncFolder(this.folder);
  }
}

/** `null` if it is missing. */
function contentOf(mark: string): string | null {
  try {
    return readFileSync(mark, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}
