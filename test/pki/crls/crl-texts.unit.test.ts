import { expect, test } from 'vitest';
import { CrlTexts } from '../../../src/pki/revocation/crl-texts.js';
import { encodePem } from '../../../src/pki/x509/index.js';

const der = Buffer.alloc(2_000_000, 'a CRL');
const pem = encodePem('X509 CRL', der);
const read = () => Promise.resolve(der);

test('the text of a long CRL is made once for all, and others have their turn meanwhile', async () => {
  const texts = new CrlTexts();
  let turns = 0;
  const others = setInterval(() => (turns += 1), 0);
  const asked = await Promise.all(Array.from({ length: 50 }, () => texts.of('1', read, 'pem')));
  clearInterval(others);
  expect(new Set(asked).size).toBe(1);
  expect(Buffer.from(asked[0] ?? []).toString() === pem).toBe(true);
  expect(turns).toBeGreaterThan(0);
  expect((await texts.of('1', read, 'pem')) === asked[0]).toBe(true);
  const json = Buffer.from(await texts.of('1', read, 'json')).toString();
  expect(JSON.parse(`"${json}"`) === pem).toBe(true);
});

test('texts are kept as far as there is room', async () => {
  const texts = new CrlTexts({ most: 3 * pem.length });
  const first = await texts.of('1', read, 'pem');
  for (const id of ['2', '3']) await texts.of(id, read, 'pem');
  expect((await texts.of('1', read, 'pem')) === first).toBe(true);
  for (const id of ['4', '5', '6']) await texts.of(id, read, 'pem');
  expect((await texts.of('1', read, 'pem')) === first).toBe(false);
  // One that is larger than all of it is made for each who asks, and for those who ask together once.
  const none = new CrlTexts({ most: 1_000 });
  const [one, other] = await Promise.all([none.of('1', read, 'pem'), none.of('1', read, 'pem')]);
  expect(one === other).toBe(true);
  expect((await none.of('1', read, 'pem')) === one).toBe(false);
});
