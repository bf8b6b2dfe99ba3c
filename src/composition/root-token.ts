import { open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import type { Audit } from '../identity/audit/audit.js';
import { firstStart, isStarted } from '../identity/first-start.js';
import { issueToken } from '../identity/tokens/token-text.js';
import type { Clock } from '../platform/clock.js';
import type { Database } from '../platform/database/database.js';
import { isSystemError, syncFolder } from '../platform/durable-folder.js';

export interface RootToken {
  /** The token that was made now; `null` when there is none to show. */
  readonly made: string | null;
  /** Where it is kept; `null` when the operator gave it. */
  readonly file: string | null;
}

/**
 * Brings an empty installation to life. The root token is kept in its file before anything refers to it: a crash in between leaves a token that the next
 * start admits, never an installation whose token nobody knows. Later the file is read as the setting is: another token in it takes the place of the one before.
 * A file that is gone or empty changes nothing.
 * @param later receives what can wait while nothing can be written: the previous token stays valid until then
 */
export async function ensureRootToken(
  deps: { database: Database; clock: Clock; audit: Audit },
  folder: string,
  given: string | undefined,
  later: (step: () => Promise<unknown>) => Promise<void>,
): Promise<RootToken> {
  const started = await isStarted(deps.database);
  if (given !== undefined) {
    const admit = () => firstStart(deps, given);
    await (started ? later(admit) : admit());
    return { made: null, file: null };
  }
  const file = path.join(folder, 'root-token');
  const kept = await read(file);
  if (started) {
    if (kept !== null) await later(() => firstStart(deps, kept, 'the file root-token'));
    return { made: null, file };
  }
  const text = kept ?? issueToken().text;
  if (kept === null) await keep(file, text);
  await firstStart(deps, text, 'the file root-token');
  return { made: text, file };
}

async function read(file: string): Promise<string | null> {
  try {
    return (await readFile(file, 'utf8')).trim() || null;
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return null;
    throw error;
  }
}

/** Readable by the owner alone, and there whole or not at all. */
async function keep(file: string, text: string): Promise<void> {
  const temporary = `${file}.new`;
  const handle = await open(temporary, 'w', 0o600);
  try {
    await handle.writeFile(`${text}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, file);
  await syncFolder(path.dirname(file));
}
