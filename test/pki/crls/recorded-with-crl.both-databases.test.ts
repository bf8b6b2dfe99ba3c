import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPkiService } from '../../../src/pki/module.js';
import { parseCrl, serialNumberOf } from '../../../src/pki/x509/index.js';
import type { SerialNumber } from '../../../src/pki/x509/index.js';
import { openPkiWorld } from '../world.js';
import type { PkiWorld } from '../world.js';

let world: PkiWorld;
/** Another process on the same database. */
let other: ReturnType<typeof createPkiService>;
beforeAll(async () => {
  world = await openPkiWorld();
  other = createPkiService({ ...world, expiryDays: [], log: pino({ level: 'silent' }) });
});
afterAll(async () => {
  await other.close();
  await world.close();
});

const day = 86_400_000;
let mounts = 0;
let serials = 0x10_00_00_00;

/** A mount whose first CRL has been made, with certificates. */
async function mounted(settings: object = {}) {
  const { path } = await world.mounts.create(world.operator, `with-crl-${++mounts}`, {});
  await world.roots.generate(world.operator, path, 'internal', { keyType: 'ec', commonName: `Root ${mounts}` });
  if (Object.keys(settings).length > 0) {
    const { mount } = await world.authorities.byPath(path);
    const crlConfig = JSON.stringify({ ...mount.crl, ...settings });
    await world.client.mount.update({ where: { id: mount.id }, data: { crlConfig, revision: { increment: 1 } } });
  }
  const authority = await world.authorities.byPath(path);
  const issuer = authority.issuer('default');
  await world.service.jobs.idle();
  const mountId = authority.mount.id;
  const certificates = async (count: number): Promise<SerialNumber[]> => {
    const bare = Array.from({ length: count }, () => (++serials).toString(16));
    const now = world.clock.now();
    const data = bare.map((serialNumber) => ({
      ...{ id: `crt-${serialNumber.padStart(16, '0')}`, mountId, serialNumber, issuerId: issuer.id, issuedAt: now },
      ...{ notBefore: now, notAfter: new Date(now.getTime() + 10 * day), certificate: new Uint8Array([0x30, 0]) },
    }));
    await world.client.certificate.createMany({ data });
    return bare.map((text) => serialNumberOf(Buffer.from(text, 'hex')));
  };
  const published = async () => {
    const found = await world.crls.current(await world.authorities.byPath(path), issuer, 'complete');
    if (!found) throw new Error('there is no CRL');
    const { entries, number } = parseCrl(found.der);
    return { number: number ?? -1n, held: entries.map(({ serialNumber }) => serialNumber), count: found.entryCount };
  };
  const numbers = async () => {
    const rows = await world.client.event.findMany({
      where: { kind: 'crl.published', topic: mountId },
      orderBy: { id: 'asc' },
    });
    return rows.map(({ facts }) => Number(/"number":"(\d+)"/.exec(facts)?.[1]));
  };
  return { path, mountId, issuer, certificates, published, numbers };
}

const revokeBy = (service: Pick<PkiWorld, 'revocations'>, path: string, serialNumber: string) =>
  service.revocations.revoke(world.operator, path, { serialNumber });

test('a revocation and its CRL are one commit, and the certificate says since when', async () => {
  const { path, mountId, certificates, published } = await mounted();
  const [serialNumber = ''] = await certificates(1);
  const commits: number[] = [];
  const stop = world.database.onCommitted((committed) => {
    if (committed.some((each) => 'sql' in each && String(each.sql).includes('"Revocation"')))
      commits.push(committed.filter((each) => 'sql' in each && String(each.sql).includes('"Crl"')).length);
  });
  const { revocation } = await revokeBy(world, path, serialNumber);
  stop();
  expect(commits).toEqual([1]);
  expect(await published()).toMatchObject({ held: [serialNumber], count: 1n });
  // The certificate of the root is stored there too.
  const revoked = { mountId, revokedAt: { not: null } };
  const rows = await world.client.certificate.findMany({ where: revoked, select: { revokedAt: true } });
  expect(rows).toEqual([{ revokedAt: revocation?.revokedAt }]);
});

test('many at the same time share a CRL, and each is on it when its caller hears of it', async () => {
  const { path, mountId, certificates, published, numbers } = await mounted();
  const asked = await certificates(40);
  const before = (await published()).number;
  await Promise.all(
    asked.map(async (serialNumber) => {
      await revokeBy(world, path, serialNumber);
      expect((await published()).held).toContain(serialNumber);
    }),
  );
  expect((await published()).held.toSorted()).toEqual(asked.toSorted());
  expect((await published()).number - before).toBeLessThan(10n);
  const rows = await world.client.revocation.findMany({ where: { mountId }, orderBy: { ordinal: 'asc' } });
  expect(rows.map(({ ordinal }) => Number(ordinal))).toEqual(asked.map((_, at) => at + 1));
  const made = await numbers();
  expect(made).toEqual(made.toSorted((one, two) => one - two));
});

test('one certificate that many revoke at once is revoked once', async () => {
  const { path, mountId, certificates, published } = await mounted();
  const [serialNumber = '', beside = ''] = await certificates(2);
  const outcomes = await Promise.all([
    ...Array.from({ length: 4 }, () => revokeBy(world, path, serialNumber)),
    revokeBy(other.services, path, serialNumber),
    revokeBy(world, path, beside),
  ]);
  const ids = outcomes.slice(0, 5).map(({ revocation }) => revocation?.id);
  expect(new Set(ids).size).toBe(1);
  expect(await world.client.revocation.count({ where: { mountId } })).toBe(2);
  expect((await published()).held.toSorted()).toEqual([serialNumber, beside].toSorted());
});

test('two nodes that revoke at once give rising numbers, and lose nothing', async () => {
  const { path, mountId, certificates, published, numbers } = await mounted();
  const asked = await certificates(48);
  await Promise.all(
    [world, other.services].map(async (service, half) => {
      const own = asked.filter((_, at) => at % 2 === half);
      await Promise.all(
        [0, 1, 2, 3].map(async (client) => {
          for (const serialNumber of own.filter((_, at) => at % 4 === client)) {
            await revokeBy(service, path, serialNumber);
            expect((await published()).held).toContain(serialNumber);
          }
        }),
      );
    }),
  );
  expect((await published()).held.toSorted()).toEqual(asked.toSorted());
  const made = await numbers();
  expect(made).toEqual([...new Set(made)].toSorted((one, two) => one - two));
  const rows = await world.client.revocation.findMany({ where: { mountId }, orderBy: { ordinal: 'asc' } });
  expect(rows.map(({ ordinal }) => Number(ordinal))).toEqual(asked.map((_, at) => at + 1));
});

test('what cannot be written leaves neither the revocation nor a CRL', async () => {
  const { path, mountId, issuer, certificates, published } = await mounted();
  const [serialNumber = '', next = ''] = await certificates(2);
  const { number } = await published();
  const isPostgresql = world.database.provider === 'postgresql';
  const fails = isPostgresql
    ? [
        `CREATE FUNCTION "no_crl"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no space'; END $$`,
        `CREATE TRIGGER "no_crl" BEFORE UPDATE ON "Crl" FOR EACH ROW WHEN (NEW."issuerId" = '${issuer.id}') EXECUTE FUNCTION "no_crl"()`,
      ]
    : [
        `CREATE TRIGGER "no_crl" BEFORE UPDATE ON "Crl" WHEN NEW."issuerId" = '${issuer.id}' BEGIN SELECT RAISE(ABORT, 'no space'); END`,
      ];
  for (const sql of fails) await world.client.$executeRawUnsafe(sql);
  try {
    await expect(revokeBy(world, path, serialNumber)).rejects.toThrow();
  } finally {
    await world.client.$executeRawUnsafe(isPostgresql ? 'DROP TRIGGER "no_crl" ON "Crl"' : 'DROP TRIGGER "no_crl"');
  }
  expect(await world.client.revocation.count({ where: { mountId } })).toBe(0);
  expect(await world.client.certificate.count({ where: { mountId, revokedAt: { not: null } } })).toBe(0);
  expect(await published()).toMatchObject({ number, held: [] });
  await revokeBy(world, path, next);
  expect(await published()).toMatchObject({ number: number + 1n, held: [next] });
});

test.each([
  ['with deltas', { enableDelta: true }],
  ['by time', { autoRebuild: true }],
  ['of at most one entry', { maxCrlEntries: 1 }],
])('a mount whose CRLs are made %s records without one', async (_, settings) => {
  const { path, certificates, published } = await mounted(settings);
  const [first = '', second = ''] = await certificates(2);
  for (const serialNumber of [first, second]) {
    const { revocation } = await revokeBy(world, path, serialNumber);
    expect(revocation).not.toBeNull();
  }
  const held = { enableDelta: [first, second], autoRebuild: [], maxCrlEntries: [first] };
  const [setting = ''] = Object.keys(settings);
  expect((await published()).held).toEqual(Object.entries(held).find(([name]) => name === setting)?.[1]);
});

test('what others recorded without a CRL is on the next one', async () => {
  const { path, certificates, published } = await mounted();
  const [first = '', second = '', third = ''] = await certificates(3);
  await revokeBy(world, path, first);
  const authority = await world.authorities.byPath(path);
  await other.services.revocations.recordAs(world.operator, authority, { serialNumber: second });
  expect((await published()).held).toEqual([first]);
  await revokeBy(world, path, third);
  expect((await published()).held).toEqual([first, second, third]);
});
