import { afterAll, beforeAll, expect, test } from 'vitest';
import { isRevokedHere } from '../../../src/pki/client-certificates/revocations.js';
import { parseCertificate, serialOfBare } from '../../../src/pki/x509/index.js';
import { certified } from '../revocation/certified.js';
import { openPkiWorld } from '../world.js';
import type { PkiWorld } from '../world.js';

let world: PkiWorld;
beforeAll(async () => {
  world = await openPkiWorld();
});
afterAll(() => world.close());

const isRevoked = (certificate: Parameters<typeof isRevokedHere>[1]) =>
  isRevokedHere({ client: world.client }, certificate);

test('a revoked certificate is known as one, however many issuers have the name of the one that revoked it', async () => {
  await world.mounts.create(world.operator, 'named', {});
  await world.roots.generate(world.operator, 'named', 'internal', { keyType: 'ec', commonName: 'Named' });
  const leaf = await certified(world, 'named');
  await leaf.store();
  const certificate = parseCertificate(leaf.der);
  expect(await isRevoked(certificate)).toBe(false);
  const serialNumber = serialOfBare(leaf.serialNumber.replaceAll(':', ''));
  await world.revocations.revoke(world.operator, 'named', { serialNumber });
  expect(await isRevoked(certificate)).toBe(true);

  // Others of that name come before it, which did not sign it.
  await world.roots.generate(world.operator, 'named', 'internal', { keyType: 'ec', commonName: 'Named' });
  const [real, other] = await world.client.issuer.findMany({
    where: { commonName: 'Named' },
    orderBy: { createdAt: 'asc' },
  });
  if (!real || !other) throw new Error('there are two');
  const data = Array.from({ length: 250 }, (_, at) => {
    const unique = `iss-0${String(at).padStart(8, '0')}`;
    return { ...other, id: unique, uuid: unique, fingerprint: unique, name: null };
  });
  await world.client.issuer.createMany({ data });
  expect(data.every(({ id }) => id < real.id)).toBe(true);
  expect(await isRevoked(certificate)).toBe(true);
});
