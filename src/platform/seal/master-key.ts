import { randomBytes } from 'node:crypto';
import { link, open, readFile, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isSystemError, makeFolder, syncFolder } from '../durable-folder.js';
import { Seal, type MasterKeys } from './seal.js';
import { SealError } from './seal-error.js';

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
}

/** @throws SealError `bad-master-key` */
export async function openSeal(settings: SealSettings, need: KeyNeed = firstStart): Promise<Seal> {
  return new Seal(await masterKeySource(settings).load(need));
}

function masterKeySource({ key, keyFile, dataDir }: SealSettings): MasterKeySource {
  if (key !== undefined && keyFile !== undefined) {
    throw new SealError('bad-master-key', 'TRUSTATE_SEAL_KEY and TRUSTATE_SEAL_KEY_FILE are both set; set one');
  }
  if (key !== undefined) return new GivenMasterKey(key);
  if (keyFile !== undefined) return new MasterKeyFile(keyFile);
  return new OwnMasterKey(join(dataDir, 'seal.key'));
}

/** Keys in the text of a setting. */
class GivenMasterKey implements MasterKeySource {
  constructor(private readonly text: string) {}

  load(): Promise<MasterKeys> {
    return Promise.resolve().then(() => parseMasterKeys(this.text.split(','), 'TRUSTATE_SEAL_KEY'));
  }
}

/** Keys in a file that the operator keeps. */
class MasterKeyFile implements MasterKeySource {
  constructor(private readonly path: string) {}

  async load(): Promise<MasterKeys> {
    let text: string;
    try {
      text = await readFile(this.path, 'utf8');
    } catch (cause) {
      throw new SealError('bad-master-key', `The master key's file ${this.path} cannot be read`, { cause });
    }
    return parseMasterKeys(text.split('\n'), this.path);
  }
}

/** Our own key, created on the first start. Two processes that start at the same time use the same one. */
class OwnMasterKey implements MasterKeySource {
  constructor(private readonly path: string) {}

  async load({ sealedUnder, make }: KeyNeed): Promise<MasterKeys> {
    try {
      return await this.read();
    } catch (error) {
      if (!isSystemError(error, 'ENOENT')) throw error;
      if (sealedUnder.length > 0) throw missing(this.path, sealedUnder);
      if (!make) throw new SealError('bad-master-key', `There is no seal key file ${this.path} yet`);
    }
    await this.make();
    return this.read();
  }

  private async read(): Promise<MasterKeys> {
    return parseMasterKeys((await readFile(this.path, 'utf8')).split('\n'), this.path);
  }

  private async make(): Promise<void> {
    const folder = dirname(this.path);
    await makeFolder(folder);
    const temporary = `${this.path}.${randomBytes(8).toString('hex')}`;
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(`${randomBytes(32).toString('base64')}\n`);
      await file.sync();
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

function missing(path: string, sealedUnder: readonly string[]): SealError {
  const keys = `master key${sealedUnder.length > 1 ? 's' : ''} ${sealedUnder.join(' and ')}`;
  return new SealError(
    'bad-master-key',
    `The seal key file ${path} is missing, and the database is sealed under the ${keys}: put it back, or set TRUSTATE_SEAL_KEY or TRUSTATE_SEAL_KEY_FILE`,
  );
}

/** The alphabet of base64 or of base64url; 43 digits hold 32 bytes. */
const base64Of32Bytes = /^(?:[A-Za-z0-9+/]{43}=?|[A-Za-z0-9_-]{43}=?)$/;

function parseMasterKeys(entries: readonly string[], source: string): MasterKeys {
  const texts = entries.map((entry) => entry.trim()).filter((entry) => entry !== '');
  const [current, ...earlier] = texts.map((text, position) => {
    if (base64Of32Bytes.test(text)) return Buffer.from(text, 'base64');
    throw new SealError('bad-master-key', `Key ${position + 1} in ${source} is not base64 of 32 bytes`);
  });
  if (!current) throw new SealError('bad-master-key', `There is no key in ${source}`);
  return { current, earlier };
}
