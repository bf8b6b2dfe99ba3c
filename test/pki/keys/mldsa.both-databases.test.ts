import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  generateKeyPair,
  isMldsaSupported,
  mldsaBits,
  mldsaMissing,
  parseCrl,
  privateKeyPem,
  verifySignature,
} from '../../../src/pki/x509/index.js';
import { refusal } from '../../state/world.js';
import { openPkiWorld } from '../world.js';
import type { PkiWorld } from '../world.js';
import { bothForms, expandedAlone, seedAlone } from '../x509/mldsa-forms.js';

let world: PkiWorld;
beforeAll(async () => {
  world = await openPkiWorld();
});
afterAll(() => world.close());

if (isMldsaSupported()) {
  describe.each(mldsaBits)('ML-DSA-%i', (bits) => {
    const forms = {
      'as Node writes it': null,
      'as its seed': seedAlone,
      expanded: expandedAlone,
      'in both forms': bothForms,
    } as const;
    test.each(Object.entries(forms))(
      'a key that is imported %s signs certificates and CRLs, and is kept',
      async (name, form) => {
        const written = async () => privateKeyPem((await generateKeyPair({ type: 'mldsa', bits })).privateKey, 'pkcs8');
        const pem = form?.(bits) ?? (await written());
        const { operator } = world;
        const { path } = await world.mounts.create(operator, `mldsa-${bits}-${name.split(' ').at(-1) ?? ''}`, {});
        await world.keys.import(operator, path, pem, 'one');
        await world.roots.generate(operator, path, 'existing', {
          keyRef: 'one',
          commonName: 'Root',
          issuerName: 'root',
        });
        await world.roles.write(
          operator,
          { mount: path, name: 'web' },
          { allowAnyName: true, keyType: 'mldsa', keyBits: bits },
        );
        const issued = await world.issuance.issue(operator, { mount: path, role: 'web' }, { commonName: 'a.example' });
        await world.revocations.revoke(operator, path, { serialNumber: issued.serialNumber });
        const authority = await world.authorities.byPath(path);
        const root = authority.issuer('root');
        expect(root.certificate.publicKey.spec).toEqual({ type: 'mldsa', bits });
        const published = await world.crls.current(authority, root, 'complete');
        if (!published) throw new Error('there is no CRL');
        const crl = parseCrl(published.der);
        verifySignature(crl, root.certificate.publicKey.key, 'CRL');
        expect(crl.entries.map(({ serialNumber }) => serialNumber)).toEqual([issued.serialNumber]);
      },
    );
  });
} else {
  test('keys of ML-DSA are refused in words that say what is missing, and nothing is kept', async () => {
    const wish = { commonName: 'Root', keyType: 'mldsa' } as const;
    const refused = await refusal(world.roots.generate(world.operator, 'pki', 'internal', wish));
    expect(refused.message).toBe(mldsaMissing);
    expect(await world.client.issuerKey.count()).toBe(0);
  });
}
