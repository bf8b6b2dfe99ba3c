/**
 * In every test file with a database: the first RSA keys of a process are ready. The pool keeps keys that nobody may ask for, and to generate one takes a tenth
 * of a second. That generation makes keys is tested where it is defined, and by servers in `test/e2e`.
 */
import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { vi } from 'vitest';
import type * as Generation from '../../../src/pki/keys/rsa-generation.js';

vi.mock('../../../src/pki/keys/rsa-generation.js', async (original) => {
  const { generateRsa } = await original<typeof Generation>();
  const { madeKey } = await import('../../../src/pki/keys/made-key.js');
  // PKCS#1 in base64, one in a line; each is taken once.
  const ready = readFileSync(new URL('rsa-2048.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  const generate: Generation.RsaGeneration = (bits, ended) => {
    const next = bits === 2048 ? ready.pop() : undefined;
    if (next === undefined) return generateRsa(bits, ended);
    const key = createPrivateKey({ key: Buffer.from(next, 'base64'), format: 'der', type: 'pkcs1' });
    return Promise.resolve(madeKey(key));
  };
  return { generateRsa: generate };
});
