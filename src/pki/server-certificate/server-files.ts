import type { KeyObject } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isSystemError, makeFolder, syncFolder } from '../../platform/durable-folder.js';
import type { Seal } from '../../platform/seal/seal.js';
import { importPrivateKey, privateKeyPem } from '../x509/index.js';

/** What clients trust. */
export const caFile = 'ca.pem';

/** What the keys of these files are sealed for. */
const keyPurpose = 'server-key';

/** Files of the data folder. What is written is whole or not there, also after a crash; keys are sealed. */
export class ServerFiles {
  constructor(private readonly deps: { readonly folder: string; readonly seal: Seal }) {}

  path(file: string): string {
    return join(this.deps.folder, file);
  }

  async read(file: string): Promise<Buffer | undefined> {
    try {
      return await readFile(this.path(file));
    } catch (error) {
      if (isSystemError(error, 'ENOENT')) return undefined;
      throw error;
    }
  }

  /** @throws SealError, X509Error */
  async readKey(file: string): Promise<KeyObject | undefined> {
    const stored = await this.read(file);
    if (stored === undefined) return undefined;
    const pem = this.deps.seal.unwrap(keyPurpose, stored);
    const key = importPrivateKey(pem.toString('latin1'), this.path(file));
    pem.fill(0);
    return key;
  }

  async writeKey(file: string, key: KeyObject): Promise<void> {
    await this.#write(file, this.deps.seal.wrap(keyPurpose, Buffer.from(privateKeyPem(key, 'pkcs8'))), 0o600);
  }

  /** For everybody to read. */
  async write(file: string, text: string): Promise<void> {
    await this.#write(file, Buffer.from(text), 0o644);
  }

  async remove(file: string): Promise<void> {
    await rm(this.path(file), { force: true });
    await syncFolder(dirname(this.path(file)));
  }

  async #write(file: string, content: Uint8Array, mode: number): Promise<void> {
    const path = this.path(file);
    await makeFolder(dirname(path));
    const temporary = `${path}.${process.pid}.new`;
    await rm(temporary, { force: true });
    const handle = await open(temporary, 'wx', mode);
    try {
      await handle.writeFile(content);
      // The mask of the process may take away what was asked for.
      await handle.chmod(mode);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, path);
    await syncFolder(dirname(path));
  }
}
