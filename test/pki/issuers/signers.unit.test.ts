import { describe, expect, test } from 'vitest';
import { signersAbove } from '../../../src/pki/issuers/signers.js';
import { Name } from '../../../src/pki/x509/index.js';
import { certifyAgain, certifyAuthority, day, type Holder } from '../x509/authority.js';

const above = (one: Holder, ...others: readonly Holder[]) => {
  const names = new Map([one, ...others].map((each, n) => [each, n]));
  return signersAbove(one, [one, ...others])
    .map((each) => names.get(each))
    .sort();
};

describe('who stands above an authority', () => {
  test('whoever signed it, and whoever signed those', async () => {
    const root = await certifyAuthority();
    const middle = await certifyAuthority({ issuer: root });
    const low = await certifyAuthority({ issuer: middle });
    const other = await certifyAuthority();
    expect(above(low, root, other, middle)).toEqual([1, 3]);
  });

  test('nobody above one that signed itself, whoever certified it too', async () => {
    const root = await certifyAuthority();
    const reissued = await certifyAgain(root, root);
    const partner = await certifyAuthority();
    const crossed = await certifyAgain(root, partner);
    expect(above(root, reissued, crossed, partner)).toEqual([]);
    expect(above(reissued, root, crossed, partner)).toEqual([]);
    expect(above(crossed, partner)).toEqual([1]);
  });

  test('of one subject and key the certificate that signed itself stands for the others', async () => {
    const root = await certifyAuthority();
    const partner = await certifyAuthority();
    const crossed = await certifyAgain(root, partner);
    const low = await certifyAuthority({ issuer: root });
    const lower = await certifyAuthority({ issuer: low });
    expect(above(lower, low, crossed, partner, root)).toEqual([1, 4]);
    expect(above(lower, low, crossed, partner)).toEqual([1, 2, 3]);
  });

  test('and of several such the one that was made last', async () => {
    const root = await certifyAuthority();
    const reissued = await certifyAgain(root, root, { notBefore: new Date(Date.now() - day / 2) });
    const low = await certifyAuthority({ issuer: root });
    expect(above(low, reissued, root)).toEqual([1]);
    expect(above(low, root, reissued)).toEqual([2]);
  });

  test('a certificate of the same name and another key stands for nobody', async () => {
    const subject = Name.of({ commonName: 'same' });
    const partner = await certifyAuthority();
    const signer = await certifyAuthority({ subject, issuer: partner });
    const low = await certifyAuthority({ issuer: signer });
    expect(above(low, await certifyAuthority({ subject }), signer, partner)).toEqual([2, 3]);
  });

  test('two that signed each other', async () => {
    const [one, two] = [await certifyAuthority(), await certifyAuthority()];
    const [oneByTwo, twoByOne] = [await certifyAgain(one, two), await certifyAgain(two, one)];
    expect(above(await certifyAuthority({ issuer: one }), oneByTwo, twoByOne)).toEqual([1, 2]);
  });
});

describe('keys that have the name of an issuer and did not sign', () => {
  /** So many with the name of a holder; the identifiers tell their keys apart. */
  function impostors(holder: Holder, stranger: Holder, count: number): Holder[] {
    return Array.from({ length: count }, (_each, n) => {
      const { subject } = holder.certificate;
      const extensions = { ...stranger.certificate.extensions, subjectKeyIdentifier: Buffer.from(`${n}`) };
      return { ...stranger, certificate: { ...stranger.certificate, subject, extensions } };
    });
  }
  /** Without what tells keys of one name apart. */
  function unidentified(holder: Holder): Holder {
    const extensions = { ...holder.certificate.extensions, authorityKeyIdentifier: undefined };
    return { ...holder, certificate: { ...holder.certificate, extensions } };
  }
  /** Authorities, each under the next one, with so many impostors of each. */
  async function line(length: number, each: number) {
    const stranger = unidentified(await certifyAuthority({ issuer: await certifyAuthority() }));
    let low = await certifyAuthority();
    const signers: Holder[] = [];
    for (let n = 1; n < length; n += 1) {
      signers.push(low);
      low = unidentified(await certifyAuthority({ issuer: low }));
    }
    const others = signers.flatMap((signer) => [...impostors(signer, stranger, each), signer]);
    return { found: signersAbove(low, [low, ...others]), signers };
  }

  test.each([
    [2, 200],
    [5, 60],
  ])('of %i in a line, %i of each name are told from those that did', async (length, each) => {
    const { found, signers } = await line(length, each);
    expect(new Set(found)).toEqual(new Set(signers));
  });

  test('256 signatures are verified for all of a line; whoever is left counts as having signed', async () => {
    const { found, signers } = await line(8, 63);
    for (const signer of signers) expect(found).toContain(signer);
    // Of seven names with 64 keys each, four are told apart.
    expect(found).toHaveLength(4 + 3 * 64);
  });
});
