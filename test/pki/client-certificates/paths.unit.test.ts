import { describe, expect, test } from 'vitest';
import { Paths } from '../../../src/pki/client-certificates/path.js';
import {
  extension,
  extKeyUsage,
  extKeyUsageOids,
  Name,
  nameConstraints,
  subjectAltName,
} from '../../../src/pki/x509/index.js';
import type { Certificate } from '../../../src/pki/x509/index.js';
import { certify, certifyAuthority, day } from '../x509/authority.js';

const now = new Date();
const leads = (presented: readonly [Certificate, ...Certificate[]], anchors: readonly Certificate[], at = now) =>
  new Paths(presented, at).leadsTo(anchors);

const clientAuth = extKeyUsage([extKeyUsageOids.clientAuth]);
const host = (value: string) => subjectAltName([{ type: 'dns', value }]);

const root = await certifyAuthority({ subject: Name.of({ commonName: 'root' }) });
const middle = await certifyAuthority({ subject: Name.of({ commonName: 'middle' }), issuer: root });
const leaf = await certify({ subject: Name.of({ commonName: 'a' }), issuer: middle, extensions: [clientAuth] });

describe('a client certificate', () => {
  test('leads to the authority that signed it, directly or over those that came with it', () => {
    expect(leads([leaf.certificate], [middle.certificate])).toBe(true);
    expect(leads([leaf.certificate, middle.certificate], [root.certificate])).toBe(true);
    expect(leads([leaf.certificate], [root.certificate])).toBe(false);
  });

  test('does not lead to an authority of the same name with another key', async () => {
    const other = await certifyAuthority({ subject: Name.of({ commonName: 'middle' }), issuer: root });
    expect(leads([leaf.certificate], [other.certificate])).toBe(false);
    expect(leads([leaf.certificate, other.certificate], [root.certificate])).toBe(false);
  });

  test('is refused before and after its time, and when that of an authority above it is over', () => {
    expect(leads([leaf.certificate], [middle.certificate], new Date(Date.now() - 2 * day))).toBe(false);
    expect(leads([leaf.certificate], [middle.certificate], new Date(Date.now() + 31 * day))).toBe(false);
  });

  test('is refused if it, or an authority above it, is for something else than clients', async () => {
    const server = await certify({ issuer: middle, extensions: [extKeyUsage([extKeyUsageOids.serverAuth])] });
    expect(leads([server.certificate], [middle.certificate])).toBe(false);
    const servers = await certifyAuthority({ issuer: root, extensions: [extKeyUsage([extKeyUsageOids.serverAuth])] });
    const below = await certify({ issuer: servers, extensions: [clientAuth] });
    expect(leads([below.certificate, servers.certificate], [root.certificate])).toBe(false);
    const plain = await certify({ issuer: middle });
    expect(leads([plain.certificate], [middle.certificate])).toBe(true);
  });

  test('of which a leaf says that it is an authority is refused', async () => {
    const below = await certify({ issuer: leaf, extensions: [clientAuth] });
    expect(leads([below.certificate, leaf.certificate, middle.certificate], [root.certificate])).toBe(false);
    expect(leads([below.certificate], [leaf.certificate])).toBe(false);
  });

  test('is refused beyond the longest path of an authority', async () => {
    const short = await certifyAuthority({ issuer: root, pathLength: 0 });
    const under = await certifyAuthority({ issuer: short });
    const deep = await certify({ issuer: under, extensions: [clientAuth] });
    const direct = await certify({ issuer: short, extensions: [clientAuth] });
    expect(leads([direct.certificate], [short.certificate])).toBe(true);
    expect(leads([deep.certificate, under.certificate], [short.certificate])).toBe(false);
  });

  test('is refused outside the name constraints of an authority above it', async () => {
    const constrained = await certifyAuthority({
      issuer: root,
      extensions: [nameConstraints({ permitted: { dns: ['example.com'] }, excluded: {} })],
    });
    const inside = await certify({ issuer: constrained, extensions: [clientAuth, host('a.example.com')] });
    const outside = await certify({ issuer: constrained, extensions: [clientAuth, host('a.example.org')] });
    expect(leads([inside.certificate], [constrained.certificate])).toBe(true);
    expect(leads([outside.certificate], [constrained.certificate])).toBe(false);
  });

  test('with a critical extension that nobody knows is refused', async () => {
    const strange = extension('1.2.3.4', Buffer.from([5, 0]), { critical: true });
    const odd = await certify({ issuer: middle, extensions: [clientAuth, strange] });
    expect(leads([odd.certificate], [middle.certificate])).toBe(false);
    expect(new Paths([odd.certificate], now).isLeafUsable()).toBe(false);
  });

  test('among authorities of one name that signed each other ends, and is refused', async () => {
    const subject = Name.of({ commonName: 'ring' });
    const first = await certifyAuthority({ subject });
    const ring = await Promise.all(Array.from({ length: 8 }, () => certifyAuthority({ subject, issuer: first })));
    const end = await certify({ issuer: first, extensions: [clientAuth] });
    const presented = [end.certificate, first.certificate, ...ring.map(({ certificate }) => certificate)] as const;
    expect(leads(presented, [root.certificate])).toBe(false);
  });
});
