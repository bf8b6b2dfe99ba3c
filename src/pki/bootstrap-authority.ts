import type { KeyObject } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { domainToASCII } from 'node:url';
import type { Clock } from '../platform/clock.js';
import { isSystemError, makeFolder, syncFolder } from '../platform/durable-folder.js';
import {
  authorityKeyIdentifier,
  basicConstraints,
  buildCertificate,
  createSigner,
  decodePemBlock,
  encodePem,
  extKeyUsage,
  extKeyUsageOids,
  generateKeyPair,
  importPrivateKey,
  ipOctets,
  ipText,
  keyIdentifierOf,
  keyUsage,
  keyMatches,
  Name,
  parseCertificate,
  privateKeyPem,
  publicKeyInfoOf,
  randomSerialNumber,
  subjectAltName,
  subjectKeyIdentifier,
  verifyCertificate,
  X509Error,
  type Certificate,
  type GeneralName,
} from './x509/index.js';

/** What the server's own HTTPS listener needs, as PEM, and the file that its clients trust. */
export interface ServerCertificate {
  /** Private key, PKCS#8 PEM. */
  readonly key: string;
  /** The server's certificate, then those between it and the root (none, under the bootstrap authority). */
  readonly cert: string;
  /** Path of the root certificate. */
  readonly caFile: string;
  /** When `ensureServerCertificate` would renew it. */
  readonly renewAt: Date;
}

/** How private keys are protected in their files; without it they are PEM, readable by the owner alone. */
export interface KeySeal {
  wrap(secret: Buffer): Buffer | Promise<Buffer>;
  unwrap(sealed: Buffer): Buffer | Promise<Buffer>;
}

export interface BootstrapOptions {
  /** Holds `ca.pem` and `tls/`; made where it is missing. */
  readonly folder: string;
  /** Names and addresses beside those of every server: localhost, the loopback addresses and the host's own name. */
  readonly hosts: readonly string[];
  readonly clock: Clock;
  readonly seal?: KeySeal;
}

const day = 24 * 60 * 60 * 1000;
const rootLife = 3650 * day;
const leafLife = 90 * day;
/** For clients whose clock is behind. */
const backdating = 5 * 60 * 1000;

const rootName = Name.of({ organization: ['Trustate'], commonName: 'Trustate bootstrap authority' });

/**
 * The server's HTTPS certificate before any mount could issue one: made under a root of its own on first start,
 * kept while it is good, renewed when a third of its life remains or the hosts have changed. The root stays.
 * @throws X509Error for a host that is no name and no address, and for files that are not what they were
 */
export async function ensureServerCertificate(options: BootstrapOptions): Promise<ServerCertificate> {
  const files = new KeyFolder(options.folder, options.seal);
  const now = options.clock.now();
  const names = serverNames(options.hosts);
  const root = await ensureRoot(files, now);
  const kept = await readLeaf(files, root, names, now);
  const leaf = kept ?? (await makeLeaf(files, root, names, now));
  return { ...leaf, caFile: files.path('ca.pem') };
}

interface Root {
  readonly certificate: Certificate;
  readonly privateKey: KeyObject;
}

/** A root that lives on for at least a leaf's life; one that does not is made again around the same key. */
async function ensureRoot(files: KeyFolder, now: Date): Promise<Root> {
  const storedKey = await files.readKey('tls/ca.key');
  const storedPem = await files.read('ca.pem');
  const privateKey = storedKey ?? (await generateKeyPair({ type: 'ec', bits: 256 })).privateKey;
  if (storedKey !== undefined && storedPem !== undefined) {
    const certificate = parseCertificate(decodePemBlock(storedPem.toString('utf8'), ['CERTIFICATE'], 'ca.pem'));
    if (!keyMatches(certificate, privateKey))
      throw new X509Error('mismatch', files.path('ca.pem'), 'not the certificate of tls/ca.key');
    if (certificate.notAfter.getTime() - now.getTime() > leafLife) return { certificate, privateKey };
  }
  const der = buildRoot(privateKey, now);
  if (storedKey === undefined) await files.writeKey('tls/ca.key', privateKey);
  await files.write('ca.pem', Buffer.from(encodePem('CERTIFICATE', der)), 0o644);
  return { certificate: parseCertificate(der), privateKey };
}

function buildRoot(privateKey: KeyObject, now: Date): Buffer {
  const publicKey = publicKeyInfoOf(privateKey);
  return buildCertificate(
    {
      serialNumber: randomSerialNumber(),
      issuer: rootName,
      subject: rootName,
      notBefore: new Date(now.getTime() - backdating),
      notAfter: new Date(now.getTime() + rootLife),
      publicKey: publicKey.der,
      extensions: [
        basicConstraints({ ca: true }),
        keyUsage(['keyCertSign', 'crlSign']),
        subjectKeyIdentifier(keyIdentifierOf(publicKey.bits)),
      ],
    },
    createSigner(privateKey),
  );
}

type Leaf = Omit<ServerCertificate, 'caFile'>;

const renewalOf = ({ notBefore, notAfter }: Certificate): Date =>
  new Date(notAfter.getTime() - (notAfter.getTime() - notBefore.getTime()) / 3);

async function readLeaf(files: KeyFolder, root: Root, names: GeneralName[], now: Date): Promise<Leaf | undefined> {
  const pem = await files.read('tls/server.pem');
  const key = await files.readKey('tls/server.key');
  if (pem === undefined || key === undefined) return undefined;
  const cert = pem.toString('utf8');
  try {
    const certificate = parseCertificate(decodePemBlock(cert, ['CERTIFICATE'], 'server.pem'));
    verifyCertificate(certificate, root.certificate.publicKey.key);
    const renewAt = renewalOf(certificate);
    const good =
      certificate.notBefore <= now && now < renewAt && keyMatches(certificate, key) && sameNames(certificate, names);
    return good ? { key: privateKeyPem(key, 'pkcs8'), cert, renewAt } : undefined;
  } catch (error) {
    // A leaf that cannot be read, or is of an earlier root, is replaced: nobody trusts it by itself.
    if (error instanceof X509Error) return undefined;
    throw error;
  }
}

const nameText = (name: GeneralName): string => (name.type === 'dns' || name.type === 'ip' ? name.value : '');

function sameNames(certificate: Certificate, names: readonly GeneralName[]): boolean {
  const found = new Set(certificate.extensions.subjectAltName?.map(nameText));
  return found.size === names.length && names.every((name) => found.has(nameText(name)));
}

async function makeLeaf(files: KeyFolder, root: Root, names: GeneralName[], now: Date): Promise<Leaf> {
  const { privateKey } = await generateKeyPair({ type: 'ec', bits: 256 });
  const publicKey = publicKeyInfoOf(privateKey);
  const der = buildCertificate(
    {
      serialNumber: randomSerialNumber(),
      issuer: root.certificate.subject,
      subject: Name.of({ commonName: 'localhost' }),
      notBefore: new Date(now.getTime() - backdating),
      notAfter: new Date(now.getTime() + leafLife),
      publicKey: publicKey.der,
      extensions: [
        basicConstraints({ ca: false }),
        keyUsage(['digitalSignature']),
        extKeyUsage([extKeyUsageOids.serverAuth]),
        subjectAltName(names),
        subjectKeyIdentifier(keyIdentifierOf(publicKey.bits)),
        authorityKeyIdentifier(keyIdentifierOf(root.certificate.publicKey.bits)),
      ],
    },
    createSigner(root.privateKey),
  );
  const cert = encodePem('CERTIFICATE', der);
  // The key first: a crash in between leaves a pair that does not match, which the next start replaces.
  await files.writeKey('tls/server.key', privateKey);
  await files.write('tls/server.pem', Buffer.from(cert), 0o644);
  return { key: privateKeyPem(privateKey, 'pkcs8'), cert, renewAt: renewalOf(parseCertificate(der)) };
}

const hostName = /^(?=.{1,253}$)(?!(?:.*\.)?\d+$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.(?!$)|$))+$/;

/** The ASCII form; node's converter takes a whole URL's host apart, so it sees only what has no other meaning there. */
// eslint-disable-next-line no-control-regex -- ASCII is exactly that range
const asciiHost = (host: string): string => (/^[\x00-\x7f]*$|[\s#%/:?@[\\\]]/.test(host) ? host : domainToASCII(host));

/** "Every address" is what a server listens on, and nobody's name for it. */
const unspecified: readonly string[] = ['0.0.0.0', '::'];

function serverNames(hosts: readonly string[]): GeneralName[] {
  // The machine may call itself what no certificate can say (an underscore): then it is reached by other names.
  const own = asciiHost(hostname()).toLowerCase();
  const wanted = ['localhost', ...(hostName.test(own) ? [own] : []), '127.0.0.1', '::1', ...hosts].map(canonicalHost);
  return [...new Set(wanted)]
    .filter((host) => !unspecified.includes(host))
    .map((value) => ({ type: isIP(value) ? 'ip' : 'dns', value }));
}

function canonicalHost(host: string): string {
  const octets = ipOctets(host.replace(/^\[(.*)\]$/, '$1'));
  if (octets !== undefined) return ipText(octets) ?? host;
  const name = asciiHost(host).toLowerCase();
  if (!hostName.test(name)) throw new X509Error('invalid_value', 'host', `"${host}" is no host name and no address`);
  return name;
}

/** The files of the bootstrap authority. What is written is whole or not there, also after a crash. */
class KeyFolder {
  constructor(
    private readonly folder: string,
    private readonly seal: KeySeal | undefined,
  ) {}

  path(file: string): string {
    return join(this.folder, file);
  }

  async read(file: string): Promise<Buffer | undefined> {
    try {
      return await readFile(this.path(file));
    } catch (error) {
      if (isSystemError(error, 'ENOENT')) return undefined;
      throw error;
    }
  }

  async readKey(file: string): Promise<KeyObject | undefined> {
    const stored = await this.read(file);
    if (stored === undefined) return undefined;
    const plain = stored.subarray(0, 11).toString('latin1') === '-----BEGIN ';
    const pem = plain || this.seal === undefined ? stored : await this.seal.unwrap(stored);
    const key = importPrivateKey(pem.toString('latin1'), this.path(file));
    // A seal that was set up after the key was made.
    if (plain && this.seal !== undefined) await this.writeKey(file, key);
    return key;
  }

  async writeKey(file: string, key: KeyObject): Promise<void> {
    const pem = Buffer.from(privateKeyPem(key, 'pkcs8'));
    await this.write(file, this.seal === undefined ? pem : await this.seal.wrap(pem), 0o600);
  }

  async write(file: string, content: Uint8Array, mode: number): Promise<void> {
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
