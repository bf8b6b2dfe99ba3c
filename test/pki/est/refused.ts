import { expect } from 'vitest';
import type { EstForTests, Sent } from './live.js';

/** Nothing is issued to who is refused. */
async function certificates(est: EstForTests): Promise<number> {
  const { body: listed } = await est.vault('LIST', 'pki/certs');
  return JSON.stringify(listed).split('":"').length + JSON.stringify(listed).split(',').length;
}

/** A POST that is answered like this, in plain text. */
export async function refuses(
  est: EstForTests,
  path: string,
  sent: Sent,
  status: number,
  text: RegExp | string,
): Promise<void> {
  const before = await certificates(est);
  const answer = await est.est('POST', path, sent);
  expect([answer.status, answer.text.trimEnd()]).toEqual([status, expect.stringMatching(text)]);
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(await certificates(est)).toBe(before);
}
