import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseCrl, serialNumberOf } from '../../../src/pki/x509/index.js';
import { refusal } from '../../state/world.js';
import { certify, certifyAuthority, makeKey } from '../x509/authority.js';
import { openPkiWorld } from '../world.js';
import type { PkiWorld } from '../world.js';
import { heldByCrl } from '../../../src/pki/crls/held.js';
import { recordRevocation } from '../../../src/pki/revocation/record-revocation.js';
import { certified } from './certified.js';

let world: PkiWorld;
beforeAll(async () => {
  world = await openPkiWorld();
});
afterAll(() => world.close());

type Leaf = Awaited<ReturnType<typeof certified>>;

let mounts = 0;
async function mount(settings: object = {}) {
  const { path } = await world.mounts.create(world.operator, `revocation-${++mounts}`, {});
  await world.roots.generate(world.operator, path, 'internal', { keyType: 'ec', commonName: `Root ${mounts}` });
  if (Object.keys(settings).length > 0) await configure(path, settings);
  return path;
}

async function configure(path: string, settings: object) {
  const { mount: at } = await world.authorities.byPath(path);
  await world.client.mount.update({
    where: { id: at.id },
    data: { crlConfig: JSON.stringify({ ...at.crl, ...settings }), revision: { increment: 1 } },
  });
}

async function crl(path: string, kind: 'complete' | 'delta' = 'complete') {
  const authority = await world.authorities.byPath(path);
  const found = await world.crls.current(authority, authority.issuer('default'), kind);
  return found && parseCrl(found.der);
}

const serialsOn = async (path: string, kind: 'complete' | 'delta' = 'complete') =>
  (await crl(path, kind))?.entries.map(({ serialNumber }) => serialNumber);

const revoke = (path: string, target: object) => world.revocations.revoke(world.operator, path, target);

describe('which certificate', () => {
  test('by its serial number in either spelling, where it is stored; the first time stays', async () => {
    const path = await mount();
    const leaf = await certified(world, path);
    await leaf.store();
    const first = await revoke(path, { serialNumber: leaf.serialNumber });
    expect(first).toMatchObject({ revokedAt: world.clock.now(), warnings: [] });
    expect(await serialsOn(path)).toEqual([leaf.serialNumber]);
    world.clock.advance(5_000);
    const again = await revoke(path, { serialNumber: leaf.serialNumber.replaceAll(':', '-').toUpperCase() });
    expect(again.revokedAt).toEqual(first.revokedAt);
    const { revokedCount } = await world.client.mount.findUniqueOrThrow({ where: { path } });
    expect(revokedCount).toBe(1n);
    const row = await world.client.certificate.findFirstOrThrow({ where: { revokedAt: { not: null } } });
    expect(row.revokedAt).toEqual(first.revokedAt);
  });

  // Numbers that no certificate made here has, and those of authorities that were imported may have.
  test.each([
    ['zero', new Uint8Array(1)],
    ['20 octets with the highest bit', new Uint8Array(20).fill(0xfe)],
    ['21 octets', new Uint8Array(21).fill(0x11)],
  ])('with a serial number of %s it is on the CRL too, and known by that number', async (_what, octets) => {
    const path = await mount();
    const serialNumber = serialNumberOf(octets);
    const leaf = await certified(world, path, { serialNumber });
    expect(await revoke(path, { certificate: leaf.pem })).toMatchObject({ serialNumber, warnings: [] });
    expect(await serialsOn(path)).toEqual([serialNumber]);
    const other = await certified(world, path);
    await revoke(path, { certificate: other.pem });
    expect(await serialsOn(path)).toEqual([serialNumber, other.serialNumber]);
    expect(await revoke(path, { serialNumber })).toMatchObject({ revokedAt: world.clock.now() });
  });

  test('that nobody kept, several times at once: it is kept and revoked once', async () => {
    const path = await mount();
    const leaf = await certified(world, path);
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => revoke(path, { certificate: leaf.pem })));
    const [revocation] = await world.client.revocation.findMany({
      where: { serialNumber: leaf.serialNumber.replaceAll(':', '') },
    });
    expect(outcomes.map((each) => each.revocation?.id)).toEqual(Array.from({ length: 5 }, () => revocation?.id));
    const kept = await world.client.certificate.findMany({ where: { serialNumber: revocation?.serialNumber ?? '' } });
    expect(kept).toMatchObject([{ revokedAt: revocation?.revokedAt, issuerId: revocation?.issuerId }]);
    expect(kept[0] && Buffer.from(kept[0].certificate)).toEqual(leaf.der);
    const listed = await world.client.auditRecord.count({
      where: { action: 'certificate.revoke', targetId: leaf.serialNumber },
    });
    expect(listed).toBe(1);
  });

  test('though one of two certificates of its authority is deleted meanwhile: the CRL of the other holds it', async () => {
    const at = await mount();
    const { defaultIssuer: first } = await world.authorities.byPath(at);
    const again = { keyRef: first?.keyId, commonName: first?.certificate.subject.commonName };
    const { issuer: second } = await world.roots.generate(world.operator, at, 'existing', again);
    const leaf = await certified(world, at);
    const before = await world.authorities.byPath(at);
    await world.issuers.delete(world.operator, at, first?.id ?? '');
    const recorded = await world.database.transaction((tx) =>
      recordRevocation(tx, {
        ...{ mountId: before.mount.id, issuerId: second.id, serialNumber: leaf.serialNumber.replaceAll(':', '') },
        ...{ revokedAt: world.clock.now(), reason: null, notAfter: new Date(world.clock.now().getTime() + 1000) },
      }),
    );
    // As who read the authority before the deletion.
    expect(await heldByCrl({ crls: world.crls, scoped: world.scopedCrls }, before, recorded, 'this')).toEqual([]);
    const authority = await world.authorities.byPath(at);
    const held = await world.crls.current(authority, authority.issuer(second.id), 'complete');
    expect(held && parseCrl(held.der).entries.map(({ serialNumber }) => serialNumber)).toEqual([leaf.serialNumber]);
  });

  test('by its serial number, though what is stored cannot be read', async () => {
    const path = await mount();
    const leaf = await certified(world, path);
    await leaf.store();
    const where = { serialNumber: leaf.serialNumber.replaceAll(':', '') };
    await world.client.certificate.updateMany({ where, data: { certificate: new Uint8Array(600_000) } });
    expect(await revoke(path, { serialNumber: leaf.serialNumber })).toMatchObject({
      revokedAt: world.clock.now(),
      warnings: [],
    });
    expect(await serialsOn(path)).toEqual([leaf.serialNumber]);
    const withKey = { serialNumber: leaf.serialNumber, privateKey: leaf.privateKey };
    const refused = await refusal(world.revocations.revokeWithKey(world.operator, path, withKey));
    expect(refused.code).toBe('REQUEST_REFUSED');
  });

  test.each([
    ['its serial number', ({ serialNumber }: Leaf) => ({ serialNumber })],
    ['itself', ({ pem }: Leaf) => ({ certificate: pem })],
  ])('by %s, though its issuer was deleted: on a CRL once that comes again', async (_by, named) => {
    const { path } = await world.mounts.create(world.operator, `revocation-${++mounts}`, {});
    const wish = { keyType: 'ec', commonName: `Root ${mounts}` };
    const root = await world.roots.generate(world.operator, path, 'exported', wish);
    const leaf = await certified(world, path);
    await leaf.store();
    const unkept = await certified(world, path);
    await world.issuers.delete(world.operator, path, 'default');
    expect((await refusal(revoke(path, { certificate: unkept.pem }))).code).toBe('REQUEST_REFUSED');
    const first = await revoke(path, named(leaf));
    expect(first).toMatchObject({
      revokedAt: world.clock.now(),
      warnings: [expect.stringContaining('is no longer in this mount')],
    });
    await world.imports.import(world.operator, path, 'bundle', `${root.privateKey ?? ''}\n${root.certificate}`);
    await world.mountConfig.changeIssuers(world.operator, path, {
      default: (await world.authorities.byPath(path)).issuers[0]?.uuid,
    });
    expect(await serialsOn(path)).toEqual([leaf.serialNumber]);
  });

  test('by itself, though nobody stored it, and by its number after that', async () => {
    const path = await mount();
    const { pem, serialNumber } = await certified(world, path);
    const { revokedAt } = await revoke(path, { certificate: pem });
    expect(await serialsOn(path)).toEqual([serialNumber]);
    expect((await revoke(path, { serialNumber })).revokedAt).toEqual(revokedAt);
  });

  test('neither, both, and what is none', async () => {
    const path = await mount();
    const { pem, serialNumber } = await certified(world, path);
    const stranger = await certify({ issuer: await certifyAuthority() });
    const { issuer } = { issuer: (await world.authorities.byPath(path)).issuer('default') };
    for (const [target, code, text] of [
      [{}, 'INVALID_INPUT', 'must be provided'],
      [{ serialNumber: '', certificate: ' ' }, 'INVALID_INPUT', 'must be provided'],
      [{ serialNumber, certificate: pem }, 'INVALID_INPUT', 'not both'],
      [{ serialNumber: '01:02' }, 'CERTIFICATE_NOT_FOUND', 'certificate with serial 01:02 not found'],
      [{ serialNumber: ' AB-0C ' }, 'CERTIFICATE_NOT_FOUND', 'certificate with serial AB-0C not found'],
      [{ serialNumber: 'nonsense' }, 'CERTIFICATE_NOT_FOUND', 'certificate with serial nonsense not found'],
      [{ certificate: 'nonsense' }, 'REQUEST_REFUSED', 'PEM'],
      [{ certificate: pem + stranger.pem }, 'REQUEST_REFUSED', 'exactly one'],
      [{ certificate: stranger.pem }, 'REQUEST_REFUSED', 'was not signed by any issuer of this mount'],
      [
        { certificate: issuer.pem },
        'ISSUER_ON_OWN_CRL',
        `adding issuer (id: ${issuer.uuid}) to its own CRL is not allowed`,
      ],
      [{ serialNumber: issuer.serialNumber }, 'ISSUER_ON_OWN_CRL', 'to its own CRL is not allowed'],
    ] as const) {
      const refused = await refusal(revoke(path, target));
      expect(refused.code).toBe(code);
      expect(refused.message).toContain(text);
    }
    expect(await world.client.revocation.count({ where: { mount: { path } } })).toBe(0);
  });

  test('one that ends with this very second has not expired', async () => {
    const path = await mount();
    const ending = await certified(world, path, { notAfter: new Date(world.clock.now()) });
    const { revocation } = await revoke(path, { certificate: ending.pem });
    expect(revocation).toMatchObject({ serialNumber: ending.serialNumber.replaceAll(':', '') });
  });

  test('one that has expired stays as it is, unless the mount allows otherwise', async () => {
    const path = await mount();
    const old = await certified(world, path, { notAfter: new Date(world.clock.now().getTime() - 1000) });
    expect(await revoke(path, { certificate: old.pem })).toMatchObject({
      revokedAt: null,
      revocation: null,
      warnings: [expect.stringContaining('already expired')],
    });
    await configure(path, { allowExpiredCertRevocation: true });
    const revoked = await revoke(path, { certificate: old.pem });
    expect(revoked.revokedAt).toEqual(world.clock.now());
    // Not looked for on the CRL: what has expired leaves with the next one, which may have been made by now.
    expect(revoked.revocation).toMatchObject({ serialNumber: old.serialNumber.replaceAll(':', '') });
  });
});

describe('with its key', () => {
  test('only with the key that is its own', async () => {
    const path = await mount();
    const { pem, privateKey, serialNumber } = await certified(world, path);
    const other = (await makeKey('ec-256')).export({ type: 'pkcs8', format: 'pem' }).toString();
    const withKey = (target: object, key: string) =>
      world.revocations.revokeWithKey(world.operator, path, { ...target, privateKey: key });
    expect((await refusal(withKey({ certificate: pem }, other))).code).toBe('REQUEST_REFUSED');
    expect((await refusal(withKey({ certificate: pem }, 'nonsense'))).code).toBe('REQUEST_REFUSED');
    expect((await refusal(withKey({ certificate: pem }, ''))).code).toBe('MISSING_INPUT');
    expect((await refusal(withKey({ serialNumber }, privateKey))).code).toBe('CERTIFICATE_NOT_FOUND');
    expect((await withKey({ certificate: pem }, privateKey)).revokedAt).toEqual(world.clock.now());
    expect(await serialsOn(path)).toEqual([serialNumber]);
  });
});

describe('CRLs', () => {
  test('many at once share rebuilds, and every one is on the CRL when it is answered', async () => {
    const path = await mount();
    const leaves = await Promise.all(Array.from({ length: 50 }, () => certified(world, path)));
    const before = (await crl(path))?.number ?? 0n;
    await Promise.all(
      leaves.map(async ({ pem, serialNumber }) => {
        await revoke(path, { certificate: pem });
        expect(await serialsOn(path)).toContain(serialNumber);
      }),
    );
    const after = await crl(path);
    expect(after?.entries).toHaveLength(50);
    expect((after?.number ?? 0n) - before).toBeLessThan(10n);
  });

  test('follow the clock where they are rebuilt by it, and deltas hold what is new', async () => {
    const path = await mount({ autoRebuild: true, enableDelta: true });
    // A job may have built one before deltas were configured.
    await world.service.jobs.idle();
    await world.crlRotation.rotate(world.operator, path, 'complete');
    expect(await serialsOn(path)).toEqual([]);
    const { pem, serialNumber } = await certified(world, path);
    await revoke(path, { certificate: pem });
    expect(await serialsOn(path)).toEqual([]);
    const base = await crl(path);
    expect(await crl(path, 'delta')).toMatchObject({ entries: [], number: base?.number, deltaBase: base?.number });
    await world.crlRotation.rotate(world.operator, path, 'delta');
    const delta = await crl(path, 'delta');
    expect(delta?.entries.map((entry) => entry.serialNumber)).toEqual([serialNumber]);
    expect(delta?.deltaBase).toBe(base?.number);
    expect(delta?.number).toBeGreaterThan(base?.number ?? 0n);
    world.clock.advance(61 * 3_600_000);
    await world.service.jobs.idle();
    const next = await crl(path);
    expect(next?.entries.map((entry) => entry.serialNumber)).toEqual([serialNumber]);
    expect(next?.number).toBeGreaterThan(delta?.number ?? 0n);
    expect(await serialsOn(path, 'delta')).toEqual([]);
  });

  test('an entry leaves after it was on a CRL made after its certificate expired', async () => {
    const path = await mount();
    const soon = await certified(world, path, { notAfter: new Date(world.clock.now().getTime() + 60_000) });
    const late = await certified(world, path);
    await revoke(path, { certificate: soon.pem });
    await revoke(path, { certificate: late.pem });
    const rotated = async () => {
      world.clock.advance(3_600_000);
      await world.crlRotation.rotate(world.operator, path, 'complete');
      return serialsOn(path);
    };
    expect(await rotated()).toEqual([soon.serialNumber, late.serialNumber]);
    expect(await rotated()).toEqual([late.serialNumber]);
    expect(await rotated()).toEqual([late.serialNumber]);
    // It is revoked all the same.
    expect((await revoke(path, { serialNumber: soon.serialNumber })).revokedAt).not.toBeNull();
  });

  test('are empty while they are disabled, and whole again after', async () => {
    const path = await mount();
    const one = await certified(world, path);
    await revoke(path, { certificate: one.pem });
    await configure(path, { disable: true });
    await world.crlRotation.rotate(world.operator, path, 'complete');
    expect(await serialsOn(path)).toEqual([]);
    const other = await certified(world, path);
    await revoke(path, { certificate: other.pem });
    expect(await serialsOn(path)).toEqual([]);
    await configure(path, { disable: false });
    await world.crlRotation.rotate(world.operator, path, 'complete');
    expect((await serialsOn(path))?.sort()).toEqual([one.serialNumber, other.serialNumber].sort());
  });

  test('have no more entries than allowed; what is beyond is revoked, with a warning', async () => {
    const path = await mount({ maxCrlEntries: 1 });
    const [one, other] = [await certified(world, path), await certified(world, path)];
    expect((await revoke(path, { certificate: one.pem })).warnings).toEqual([]);
    const second = await revoke(path, { certificate: other.pem });
    expect(second.revokedAt).not.toBeNull();
    expect(second.warnings).toEqual([expect.stringContaining('max_crl_entries')]);
    expect(await serialsOn(path)).toEqual([one.serialNumber]);
    const rotation = world.crlRotation.rotate(world.operator, path, 'complete');
    expect((await refusal(rotation)).code).toBe('CRL_TOO_LARGE');
  });

  test('a crash between revocation and CRL is made good', async () => {
    const path = await mount();
    await crl(path);
    const { mount: at, defaultIssuer } = await world.authorities.byPath(path);
    await world.database.transaction((tx) =>
      recordRevocation(tx, {
        mountId: at.id,
        issuerId: defaultIssuer?.id ?? '',
        serialNumber: '0123',
        revokedAt: world.clock.now(),
        reason: null,
        notAfter: new Date(world.clock.now().getTime() + 86_400_000),
      }),
    );
    world.clock.advance(2 * 3_600_000);
    await world.service.jobs.idle();
    expect(await serialsOn(path)).toEqual(['01:23']);
  });
});
