import { expect, test } from 'vitest';
import { buildChains } from '../../../src/pki/issuers/chains.js';
import type { Link } from '../../../src/pki/issuers/chains.js';
import { Name } from '../../../src/pki/x509/index.js';
import { certify, certifyAgain, certifyAuthority, day } from '../x509/authority.js';
import type { Holder } from '../x509/authority.js';

const link = (id: string, { certificate }: Holder, ...manualChain: readonly string[]): Link => ({
  ...{ id, certificate, manualChain },
});
/** Without what tells keys of one name apart. */
function unidentified(holder: Holder): Holder {
  const { certificate } = holder;
  const extensions = { ...certificate.extensions, authorityKeyIdentifier: undefined, subjectKeyIdentifier: undefined };
  return { ...holder, certificate: { ...certificate, extensions } };
}
const shown = async (...links: readonly Link[]) => Object.fromEntries(await buildChains(links));

test('itself first, then whoever signed it, then those above', async () => {
  const root = await certifyAuthority();
  const middle = await certifyAuthority({ issuer: root });
  const low = await certifyAuthority({ issuer: middle });
  expect(await shown(link('low', low), link('root', root), link('middle', middle))).toEqual({
    low: ['low', 'middle', 'root'],
    middle: ['middle', 'root'],
    root: ['root'],
  });
});

test('of several parents a root goes first, then the one that lasts longer', async () => {
  const subject = Name.of({ commonName: 'twice' });
  const root = await certifyAuthority({ subject });
  const above = await certifyAuthority();
  const cross = (days: number) =>
    certify({
      ...{ subject, issuer: above },
      content: { publicKey: root.publicKey.der, notAfter: new Date(Date.now() + days * day) },
    });
  const [short, long] = [await cross(10), await cross(20)];
  const leaf = await certifyAuthority({ issuer: root });
  const found = await shown(
    ...[
      link('short', short),
      link('long', long),
      link('root', root),
      link('above', above),
      link('leaf', unidentified(leaf)),
    ],
  );
  expect(found['leaf']?.slice(0, 2)).toEqual(['leaf', 'root']);
  expect(new Set(found['leaf'])).toEqual(new Set(['leaf', 'root', 'long', 'short', 'above']));
  expect(found['leaf']?.indexOf('long')).toBeLessThan(found['leaf']?.indexOf('short') ?? -1);
});

test('of authorities that signed each other, the other goes before the reissued roots of both', async () => {
  const [oldRoot, newRoot] = [
    await certifyAuthority({ subject: Name.of({ commonName: 'old' }) }),
    await certifyAuthority({ subject: Name.of({ commonName: 'new' }) }),
  ];
  const [newByOld, oldByNew] = [await certifyAgain(newRoot, oldRoot), await certifyAgain(oldRoot, newRoot)];
  const links = [
    link('old', oldRoot),
    link('new', newRoot),
    link('new by old', newByOld),
    link('old by new', oldByNew),
  ];
  const found = await shown(...links);
  expect(found['new by old']?.slice(0, 2)).toEqual(['new by old', 'old by new']);
  expect(found['old by new']?.slice(0, 2)).toEqual(['old by new', 'new by old']);
  expect(found['new']).toEqual(['new', 'new by old', 'old by new', 'old']);
  expect(await shown(...links.toReversed())).toEqual(found);
});

test('authorities that signed each other come before what is above one of them', async () => {
  const root = (commonName: string) => certifyAuthority({ subject: Name.of({ commonName }) });
  const [a, b, newA, newB] = [await root('a'), await root('b'), await root('new a'), await root('new b')];
  const below = (name: string, issuer: string, ...pair: Parameters<typeof certifyAgain>) =>
    certifyAgain(...pair).then((holder) => link(`${name} by ${issuer}`, holder));
  const above = await below('a', 'new a', a, newA);
  const old = [
    link('a', a),
    link('a again', await certifyAgain(a, a)),
    link('b', b),
    link('b again', await certifyAgain(b, b)),
    await below('b', 'a', b, a),
    await below('a', 'b', a, b),
  ];
  const later = [
    link('new a', newA),
    link('new b', newB),
    await below('new b', 'new a', newB, newA),
    await below('new a', 'new b', newA, newB),
  ];
  const names = (links: readonly Link[]) => new Set(links.map(({ id }) => id));
  const alone = await shown(...old, ...later);
  const found = await shown(above, ...later, ...old);
  for (const { id } of old) {
    expect(new Set(alone[id])).toEqual(names(old));
    expect(found[id]?.slice(0, 6)).toEqual(alone[id]);
    expect(found[id]?.[6]).toBe(above.id);
    expect(new Set(found[id]?.slice(7))).toEqual(names(later));
  }
  for (const { id } of later) expect(found[id]).toEqual(alone[id]);
});

test('one that merely has the name of a parent is none', async () => {
  const subject = Name.of({ commonName: 'same' });
  const [root, impostor] = [await certifyAuthority({ subject }), await certifyAuthority({ subject })];
  const low = await certifyAuthority({ issuer: root });
  expect((await shown(link('impostor', impostor), link('root', root), link('low', low)))['low']).toEqual([
    'low',
    'root',
  ]);
});

test('a manual chain stands for what would be built, also above another', async () => {
  const root = await certifyAuthority();
  const middle = await certifyAuthority({ issuer: root });
  const low = await certifyAuthority({ issuer: middle });
  const found = await shown(link('low', low), link('middle', middle, 'low', 'gone'), link('root', root));
  expect(found).toEqual({ low: ['low', 'middle'], middle: ['middle', 'low'], root: ['root'] });
});

test.each([
  [60, 61],
  [120, 100],
])('%i that signed each other are in the chain of each once, %i at most', async (count, length) => {
  const subject = Name.of({ commonName: 'many' });
  const first = await certifyAuthority({ subject });
  const again = await Promise.all(
    Array.from({ length: count }, () =>
      certify({ subject, issuer: first, content: { publicKey: first.publicKey.der } }),
    ),
  );
  const links = [first, ...again].map((holder, n) => link(String(n), unidentified(holder)));
  for (const chain of (await buildChains(links)).values()) expect(new Set(chain).size).toBe(length);
});
