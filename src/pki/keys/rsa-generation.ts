import { execFile } from 'node:child_process';
import { createPrivateKey } from 'node:crypto';
import { constants, setPriority } from 'node:os';
import { generateKeyPair } from '../x509/index.js';
import { madeKey, type MadeKey } from './made-key.js';

/** Makes an RSA key. Ended, it may go on to make one that nobody gets. */
export type RsaGeneration = (bits: number, ended: AbortSignal) => Promise<MadeKey>;

/** Those from this size on take ten seconds to a minute, which nothing in this process can cut short. */
const apart = 8192;

/** What the other process runs: the key goes out as PKCS#1, and nothing else. */
const program = `
const { privateKey } = require('node:crypto').generateKeyPairSync('rsa', { modulusLength: Number(process.argv[1]) });
process.stdout.write(privateKey.export({ type: 'pkcs1', format: 'der' }));
`;

/**
 * Keys of common sizes are made in libuv's pool. Large ones are made by a process of their own, which runs when nobody else wants the processor, keeps no
 * thread of the pool from signing, and is killed when the service stops.
 */
export const generateRsa: RsaGeneration = async (bits, ended) => {
  if (bits < apart) return madeKey((await generateKeyPair({ type: 'rsa', bits })).privateKey);
  const der = await elsewhere(bits, ended);
  const key = madeKey(createPrivateKey({ key: der, format: 'der', type: 'pkcs1' }));
  der.fill(0);
  return key;
};

function elsewhere(bits: number, signal: AbortSignal): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // Without the environment of this process: the master key may be in it.
    const options = { signal, killSignal: 'SIGKILL', encoding: 'buffer', env: {}, maxBuffer: 65_536 } as const;
    const child = execFile(process.execPath, ['-e', program, String(bits)], options, (error, der) => {
      if (error) reject(new Error('an RSA key could not be made', { cause: error }));
      else resolve(der);
    });
    try {
      if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
    } catch {
      // It is over already, or this system has no priorities: then it is only less polite.
    }
  });
}
