import type { KeyObject } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isSystemError, makeFolder, syncFolder } from '../../platform/durable-folder.js';
import { replaceFile } from '../../platform/replaced-file.js';
import type { Seal } from '../../platform/seal/seal.js';
import { importPrivateKey, privateKeyPem } from '../x509/index.js';

/** The certificate that clients trust. */
export const caFile = 'ca.pem';

/** The purpose of the sealed keys in these files. */
const keyPurpose = 'server-key';

/** Files of the data folder. A written file is complete or missing, also after a crash. Keys are sealed. */
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

  /** Readable for everybody. */
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
    await replaceFile(path, content, mode);
  }
}
