import { execFile } from 'node:child_process';
import { createPrivateKey } from 'node:crypto';
import { constants, setPriority } from 'node:os';
import { madeKey, type MadeKey } from './made-key.js';
import { makeOnThread } from './rsa-thread.js';

/** Generates an RSA key. After the abort it may still generate one, which nobody gets. */
export type RsaGeneration = (bits: number, ended: AbortSignal) => Promise<MadeKey>;

/** Keys of this size or larger take ten seconds to a minute, and nothing can interrupt a thread that makes one. */
const apart = 8192;

/** The program of the other process: its only output is the key as PKCS#1. */
const program = `
const { privateKey } = require('node:crypto').generateKeyPairSync('rsa', { modulusLength: Number(process.argv[1]) });
process.stdout.write(privateKey.export({ type: 'pkcs1', format: 'der' }));
`;

/**
 * Keys of common sizes are made by threads of this process, large ones by a separate process, which is killed when the service stops. Both have a low priority,
 * and neither takes a thread of libuv's pool away from signatures.
 */
export const generateRsa: RsaGeneration = async (bits, ended) => {
  if (bits < apart) return makeOnThread(bits, ended);
  const der = await elsewhere(bits, ended);
  const key = madeKey(createPrivateKey({ key: der, format: 'der', type: 'pkcs1' }));
  der.fill(0);
  return key;
};

function elsewhere(bits: number, signal: AbortSignal): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // Without the environment of this process, which may contain the master key.
    const options = { signal, killSignal: 'SIGKILL', encoding: 'buffer', env: {}, maxBuffer: 65_536 } as const;
    const child = execFile(process.execPath, ['-e', program, String(bits)], options, (error, der) => {
      if (error) reject(new Error('an RSA key could not be made', { cause: error }));
      else resolve(der);
    });
    try {
      if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
    } catch {
      // It has ended already, or this system has no priorities, which is acceptable.
    }
  });
}
