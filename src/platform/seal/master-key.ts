import { randomBytes } from 'node:crypto';
import { link, open, readFile, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isSystemError, makeFolder, syncFolder } from '../durable-folder.js';
import { namingFile, systemReason } from '../operator-error.js';
import { Seal, type MasterKeys } from './seal.js';
import { SealError } from './seal-error.js';
import { asked, unwrapMasterKey, wrapMasterKey, wrappedKey } from './wrapped-keys.js';
import type { SealingToken } from './wrapped-keys.js';

/** The source of the master keys. It is read once, at the start. */
export interface MasterKeySource {
  load(need: KeyNeed): Promise<MasterKeys>;
}

/** What the keys are needed for. */
export interface KeyNeed {
  /** Ids of the keys that something is sealed with already: a new key could not open it. */
  readonly sealedUnder: readonly string[];
  /** Whether a missing key file may be created. */
  readonly make: boolean;
}

const firstStart: KeyNeed = { sealedUnder: [], make: true };

export interface SealSettings {
  /** `TRUSTATE_SEAL_KEY`: base64 of 32 bytes; earlier keys may follow, separated by commas. */
  readonly key?: string | undefined;
  /** `TRUSTATE_SEAL_KEY_FILE`: a file with one such key on each line, the current one first. */
  readonly keyFile?: string | undefined;
  /** The folder of `seal.key`, which is created on the first start if neither is set. */
  readonly dataDir: string;
  /** `TRUSTATE_SEAL_TOKEN`: opens master keys that are wrapped, and wraps the one that the first start creates. */
  readonly token?: (() => SealingToken) | undefined;
}

/** @throws SealError `bad-master-key` */
export async function openSeal(settings: SealSettings, need: KeyNeed = firstStart): Promise<Seal> {
  const token = settings.token?.();
  try {
    return new Seal(await masterKeySource(settings, token).load(need));
  } finally {
    token?.close();
  }
}

/**
 * A master key that only the token opens, as a line for `TRUSTATE_SEAL_KEY_FILE`.
 * @param which a new one, or the one that is in use
 * @throws SealError
 */
export async function wrapForToken(settings: SealSettings, which: 'new' | 'current'): Promise<string> {
  const token = settings.token?.();
  if (!token) throw new SealError('bad-master-key', 'TRUSTATE_SEAL_TOKEN is not set');
  try {
    const there = () => masterKeySource(settings, token).load({ sealedUnder: [], make: false });
    const key = which === 'new' ? randomBytes(32) : (await there()).current;
    await asked(token, () => token.prepare());
    return await wrapMasterKey(token, key);
  } finally {
    token.close();
  }
}

const ownKeyFile = (dataDir: string): string => join(dataDir, 'seal.key');

/**
 * A server reads its key once, and goes on without the file. What an operator gives it may be taken away on purpose; the file that the server made itself is the only
 * place of the key.
 * @param keyId of the key that the server seals with
 * @throws SealError `bad-master-key` if it is gone, or does not have that key
 */
export async function requireOwnKeyFile({ key, keyFile, dataDir }: SealSettings, keyId: string): Promise<void> {
  if (key !== undefined || keyFile !== undefined) return;
  const file = ownKeyFile(dataDir);
  const then = 'put it back, or nothing that is sealed can be opened after this server ends';
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (cause) {
    const what = isSystemError(cause, 'ENOENT') ? 'is gone' : `cannot be read (${systemReason(cause)})`;
    throw new SealError('bad-master-key', `The seal key file ${file} ${what}: ${then}`, { cause });
  }
  const lines = entriesOf(text.split('\n'));
  // Which key is in one that is wrapped, only its token can say.
  if (lines.some((line) => wrappedKey.test(line))) return;
  const ids = lines
    .filter((line) => base64Of32Bytes.test(line))
    .map((line) => new Seal({ current: Buffer.from(line, 'base64'), earlier: [] }).keyId);
  if (!ids.includes(keyId))
    throw new SealError('bad-master-key', `The seal key file ${file} does not have the key ${keyId} any more: ${then}`);
}

function masterKeySource({ key, keyFile, dataDir }: SealSettings, token: SealingToken | undefined): MasterKeySource {
  if (key !== undefined && keyFile !== undefined) {
    throw new SealError('bad-master-key', 'TRUSTATE_SEAL_KEY and TRUSTATE_SEAL_KEY_FILE are both set; set one');
  }
  if (key !== undefined) return new GivenMasterKey(key, token);
  if (keyFile !== undefined) return new MasterKeyFile(keyFile, token);
  return new OwnMasterKey(ownKeyFile(dataDir), token);
}

/** Keys in the text of a setting. */
class GivenMasterKey implements MasterKeySource {
  constructor(
    private readonly text: string,
    private readonly token: SealingToken | undefined,
  ) {}

  load(): Promise<MasterKeys> {
    return parseMasterKeys(this.text.split(','), 'TRUSTATE_SEAL_KEY', this.token);
  }
}

/** Keys in a file that the operator keeps. */
class MasterKeyFile implements MasterKeySource {
  constructor(
    private readonly path: string,
    private readonly token: SealingToken | undefined,
  ) {}

  async load(): Promise<MasterKeys> {
    let text: string;
    try {
      text = await readFile(this.path, 'utf8');
    } catch (cause) {
      const why = systemReason(cause);
      throw new SealError(
        'bad-master-key',
        `The master key's file ${this.path} of TRUSTATE_SEAL_KEY_FILE cannot be read: ${why}`,
        { cause },
      );
    }
    return parseMasterKeys(text.split('\n'), this.path, this.token);
  }
}

/** Our own key, created on the first start. Two processes that start at the same time use the same one. */
class OwnMasterKey implements MasterKeySource {
  constructor(
    private readonly path: string,
    private readonly token: SealingToken | undefined,
  ) {}

  async load({ sealedUnder, make }: KeyNeed): Promise<MasterKeys> {
    try {
      return await this.read();
    } catch (error) {
      if (!isSystemError(error, 'ENOENT')) throw unreadable(this.path, error);
      if (sealedUnder.length > 0) throw missing(this.path, sealedUnder);
      if (!make) throw new SealError('bad-master-key', `There is no seal key file ${this.path} yet`);
    }
    await this.make();
    return this.read();
  }

  private async read(): Promise<MasterKeys> {
    return parseMasterKeys((await readFile(this.path, 'utf8')).split('\n'), this.path, this.token);
  }

  private async newKey(): Promise<string> {
    const key = randomBytes(32);
    const { token } = this;
    if (!token) return key.toString('base64');
    await asked(token, () => token.prepare());
    return wrapMasterKey(token, key);
  }

  private async make(): Promise<void> {
    const folder = dirname(this.path);
    await makeFolder(folder);
    const temporary = `${this.path}.${randomBytes(8).toString('hex')}`;
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(`${await this.newKey()}\n`);
      await file.sync();
    } catch (error) {
      await unlink(temporary);
      throw namingFile(error, this.path);
    } finally {
      await file.close();
    }
    try {
      // Unlike a rename, a link never replaces a key that another process may have created in the meantime.
      await link(temporary, this.path);
    } catch (error) {
      if (!isSystemError(error, 'EEXIST')) throw error;
    } finally {
      await unlink(temporary);
    }
    await syncFolder(folder);
  }
}

function unreadable(path: string, cause: unknown): unknown {
  if (cause instanceof SealError) return cause;
  return new SealError('bad-master-key', `The seal key file ${path} cannot be read: ${systemReason(cause)}`, { cause });
}

function missing(path: string, sealedUnder: readonly string[]): SealError {
  const keys = `master key${sealedUnder.length > 1 ? 's' : ''} ${sealedUnder.join(' and ')}`;
  return new SealError(
    'bad-master-key',
    `The seal key file ${path} is missing, and the database is sealed under the ${keys}: put it back, or set TRUSTATE_SEAL_KEY or TRUSTATE_SEAL_KEY_FILE`,
  );
}

/** The alphabet of base64 or of base64url; 43 digits hold 32 bytes. */
const base64Of32Bytes = /^(?:[A-Za-z0-9+/]{43}=?|[A-Za-z0-9_-]{43}=?)$/;

const entriesOf = (entries: readonly string[]): string[] =>
  entries.map((entry) => entry.trim()).filter((entry) => entry !== '');

async function parseMasterKeys(
  entries: readonly string[],
  source: string,
  token: SealingToken | undefined,
): Promise<MasterKeys> {
  const texts = entriesOf(entries);
  const keys: Buffer[] = [];
  for (const [position, text] of texts.entries()) {
    if (base64Of32Bytes.test(text)) keys.push(Buffer.from(text, 'base64'));
    else if (wrappedKey.test(text)) keys.push(await unwrapMasterKey(token, text, source));
    else throw new SealError('bad-master-key', `Key ${position + 1} in ${source} is not base64 of 32 bytes`);
  }
  const [current, ...earlier] = keys;
  if (!current) throw new SealError('bad-master-key', `There is no key in ${source}`);
  return { current, earlier };
}
