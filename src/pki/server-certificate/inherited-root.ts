import type { KeyObject } from 'node:crypto';
import { OperatorError } from '../../platform/operator-error.js';
import type { Database } from '../../platform/database/database.js';
import type { Authority } from '../issuers/authority.js';
import type { Imports } from '../issuers/imports.js';
import { keyFingerprint } from '../keys/key.store.js';
import { keyMatches, parseBundle, privateKeyPem, publicKeyInfoOf, X509Error } from '../x509/index.js';
import { caFile } from './server-files.js';
import type { ServerFiles } from './server-files.js';
import { itself } from './itself.js';

/** The key of the root that earlier versions stored outside the engine. */
const keyFile = 'tls/ca.key';

/**
 * The root of a data folder from before servers got their certificates from the engine. It moves to the mount once, so that clients that trust `ca.pem`
 * continue to. The key is removed from its file when the mount has it; after an interruption the next start continues.
 */
export class InheritedRoot {
  constructor(
    private readonly deps: {
      readonly database: Database;
      readonly imports: Imports;
      readonly files: ServerFiles;
    },
  ) {}

  /** @returns whether the mount changed @throws OperatorError if the certificate does not belong to the key */
  async handOver(authority: Authority): Promise<boolean> {
    const { files, imports } = this.deps;
    const key = await files.readKey(keyFile);
    if (key === undefined) return false;
    const isThere = await this.#has(authority, key);
    if (!isThere) {
      const certificate = await this.#certificateOf(key);
      await imports.importAs(itself, authority, 'bundle', `${privateKeyPem(key, 'pkcs8')}\n${certificate}`);
    }
    await files.remove(keyFile);
    return !isThere;
  }

  async #has({ mount }: Authority, key: KeyObject): Promise<boolean> {
    const fingerprint = keyFingerprint(publicKeyInfoOf(key));
    const where = { mountId_fingerprint: { mountId: mount.id, fingerprint } };
    return (await this.deps.database.client.issuerKey.findUnique({ where, select: { id: true } })) !== null;
  }

  /** PEM; empty if it was lost: a root is then created with the key. */
  async #certificateOf(key: KeyObject): Promise<string> {
    const { files } = this.deps;
    const pem = (await files.read(caFile))?.toString('latin1') ?? '';
    if (pem === '') return '';
    if (isOf(key, pem)) return pem;
    // Trust must not be replaced silently.
    throw new OperatorError(
      `${files.path(caFile)} is not the certificate of ${files.path(keyFile)}: restore the one that clients trust, or remove the key to start with another authority`,
    );
  }
}

function isOf(key: KeyObject, pem: string): boolean {
  try {
    return parseBundle(pem, caFile).certificates.every((certificate) => keyMatches(certificate, key));
  } catch (error) {
    if (error instanceof X509Error) return false;
    throw error;
  }
}
