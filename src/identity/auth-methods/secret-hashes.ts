import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import type { ScryptOptions } from 'node:crypto';

/** A password may have any length up to this, and all of it counts. */
export const longestSecret = 4_096;

/** RFC 7914, with the cost that OWASP's "Password Storage Cheat Sheet" names for 32 MiB: about a quarter of a second of one core. */
const cost = { N: 2 ** 15, r: 8, p: 3 } as const;
const memory: ScryptOptions = { maxmem: 64 * 1024 * 1024 };
const keyBytes = 32;
const saltBytes = 16;

/** Highest cost that is computed: another version may have stored another one. */
const most = { N: 2 ** 17, r: 8, p: 8 } as const;

interface Stored {
  readonly N: number;
  readonly r: number;
  readonly p: number;
  readonly salt: Buffer;
  readonly key: Buffer;
}

const shape = /^scrypt\$(\d{1,7})\$(\d{1,2})\$(\d{1,2})\$([A-Za-z0-9_-]{8,64})\$([A-Za-z0-9_-]{43})$/;

function read(text: string): Stored | null {
  const [, N, r, p, salt, key] = shape.exec(text) ?? [];
  if (salt === undefined || key === undefined) return null;
  const stored = { N: Number(N), r: Number(r), p: Number(p) };
  if (stored.N > most.N || stored.r > most.r || stored.p > most.p) return null;
  return { ...stored, salt: Buffer.from(salt, 'base64url'), key: Buffer.from(key, 'base64url') };
}

/** Unicode has several spellings of one text, and keyboards differ in which they send. */
const octets = (secret: string): Buffer => Buffer.from(secret.normalize('NFC'), 'utf8');

function derive(secret: string, { N, r, p, salt }: Omit<Stored, 'key'>): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = { N, r, p, ...memory, maxmem: Math.max(Number(memory.maxmem), 256 * N * r) };
    scrypt(octets(secret), salt, keyBytes, options, (error, key) => {
      if (error) reject(error);
      else resolve(key);
    });
  });
}

/** What to store of a secret that people choose. @param salt a fixed one finds equal secrets; a random one by default */
export async function hashSecret(secret: string, salt: Buffer = randomBytes(saltBytes)): Promise<string> {
  const key = await derive(secret, { ...cost, salt });
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

export const newSalt = (): string => randomBytes(saltBytes).toString('base64url');
export const saltOf = (text: string): Buffer => Buffer.from(text, 'base64url');

const nobody: Stored = { ...cost, salt: randomBytes(saltBytes), key: randomBytes(keyBytes) };

/** Whether a secret is the stored one. Without a stored one it takes the same time, and is false. */
export async function isSecret(secret: string, stored: string | null): Promise<boolean> {
  const known = stored === null ? null : read(stored);
  const { key, ...how } = known ?? nobody;
  const derived = await derive(secret, how);
  return timingSafeEqual(derived, key) && known !== null;
}
