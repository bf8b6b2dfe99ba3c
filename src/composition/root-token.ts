import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Audit } from '../identity/audit/audit.js';
import { firstStart, isStarted } from '../identity/first-start.js';
import type { PlanName } from '../identity/organizations/plans.js';
import { issueToken } from '../identity/tokens/token-text.js';
import type { Clock } from '../platform/clock.js';
import type { Database } from '../platform/database/database.js';
import { isSystemError } from '../platform/durable-folder.js';
import { replaceFile } from '../platform/replaced-file.js';

export interface RootToken {
  /** The new token; `null` if there is none to show. */
  readonly made: string | null;
  /** The file that contains it; `null` if the operator gave the token. */
  readonly file: string | null;
}

/**
 * Sets up an empty installation. The root token is stored in its file before anything refers to it: after a crash in between, the next start accepts that
 * token, and there is never an installation with an unknown token. Later starts read the file like the setting: another token in it replaces the previous one.
 * A missing or empty file changes nothing.
 * @param later gets work that can wait while nothing can be written: the previous token stays valid until then
 */
export async function ensureRootToken(
  deps: { database: Database; clock: Clock; audit: Audit; plan?: PlanName },
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
  if (kept === null) await replaceFile(file, `${text}\n`, 0o600);
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
