import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openAuthority, verified } from './harness/authority.js';
import type { Authority } from './harness/authority.js';
import { authorityTools } from './harness/authority-tools.js';
import { onSharedServer } from './harness/site.js';

const { api, crlText, graphql, openssl, raw, site, verifies, withRoot } = authorityTools(onSharedServer());

const serialOf = (issued: { text: (field: string) => string }) =>
  issued.text('serial_number').replaceAll(':', '').toUpperCase();

const numberIn = (text: string) => Number(/X509v3 CRL Number: *\n *(\d+|0x[\da-f]+)/i.exec(text)?.[1]);

describe('openssl believes the CRLs of an issuer with a key of', () => {
  test.each([
    ['rsa', 2048, '', 'sha256WithRSAEncryption'],
    ['rsa', 3072, 'SHA384WithRSA', 'sha384WithRSAEncryption'],
    ['rsa', 2048, 'SHA512WithRSAPSS', 'rsassaPss'],
    ['ec', 224, '', 'ecdsa-with-SHA256'],
    ['ec', 256, '', 'ecdsa-with-SHA256'],
    ['ec', 384, '', 'ecdsa-with-SHA384'],
    ['ec', 256, 'ECDSAWithSHA384', 'ecdsa-with-SHA384'],
    ['ec', 521, '', 'ecdsa-with-SHA512'],
    ['ed25519', 0, '', 'ED25519'],
  ])('%s %i, signed with %o', async (keyType, bits, algorithm, shown) => {
    const { path, certificate } = await withRoot({ key_type: keyType, key_bits: bits });
    if (algorithm !== '')
      (await api().patch(`${path}/issuer/default`, { revocation_signature_algorithm: algorithm })).expect(200);
    const [kept, gone] = [
      await api().write(`${path}/issue/any`, { common_name: 'kept' }),
      await api().write(`${path}/issue/any`, { common_name: 'gone' }),
    ];
    (await api().write(`${path}/revoke`, { serial_number: gone.text('serial_number') })).expect(200);
    const crl = openssl.file((await raw(`${path}/crl/pem`)).text);
    const judged = openssl.run('crl', '-in', crl, '-CAfile', openssl.file(certificate), '-verify', '-noout', '-text');
    expect(judged).toMatchObject({ ok: true, said: expect.stringContaining('verify OK') as string });
    expect(judged.said).toContain(`Signature Algorithm: ${shown}`);
    expect(judged.said).toContain(`Serial Number: ${serialOf(gone)}`);
    expect(judged.said).not.toContain(serialOf(kept));
    const checked = ['verify', '-x509_strict', '-crl_check_all', '-CAfile', openssl.file(certificate), '-CRLfile', crl];
    expect(openssl.run(...checked, openssl.file(kept.text('certificate')))).toMatchObject({ ok: true });
    expect(openssl.run(...checked, openssl.file(gone.text('certificate')))).toMatchObject({
      ok: false,
      said: expect.stringContaining('certificate revoked') as string,
    });
  });

  test('somebody else: it does not', async () => {
    const [{ path }, other] = [await withRoot(), await withRoot()];
    const crl = openssl.file((await raw(`${path}/crl/pem`)).text);
    const { said } = openssl.run('crl', '-in', crl, '-CAfile', openssl.file(other.certificate), '-verify', '-noout');
    expect(said).not.toContain('verify OK');
  });
});

describe('openssl reads in a CRL', () => {
  test('its number, which grows by one with every one', async () => {
    const { path } = await withRoot();
    const numbers: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      (await api().read(`${path}/crl/rotate`)).expect(200);
      numbers.push(numberIn(crlText((await raw(`${path}/crl/pem`)).text)));
    }
    // The first one of a new issuer may have been made by itself.
    const [first = 0] = numbers;
    expect([1, 2]).toContain(first);
    expect(numbers).toEqual([first, first + 1, first + 2]);
  });

  test.each([
    ['UNSPECIFIED', null],
    ['KEY_COMPROMISE', 'Key Compromise'],
    ['CA_COMPROMISE', 'CA Compromise'],
    ['AFFILIATION_CHANGED', 'Affiliation Changed'],
    ['SUPERSEDED', 'Superseded'],
    ['CESSATION_OF_OPERATION', 'Cessation Of Operation'],
    ['PRIVILEGE_WITHDRAWN', 'Privilege Withdrawn'],
    ['AA_COMPROMISE', 'AA Compromise'],
  ])('the reason %s as %o', async (reason, shown) => {
    const { path } = await withRoot();
    const issued = await api().write(`${path}/issue/any`, { common_name: 'a' });
    await graphql(
      z.unknown(),
      'mutation ($input: RevokeCertificateInput!) { revokeCertificate(input: $input) { problems { message } } }',
      { input: { mount: path, serialNumber: issued.text('serial_number'), reason } },
    );
    const text = crlText((await raw(`${path}/crl/pem`)).text);
    const [, entry = ''] = text.split(`Serial Number: ${serialOf(issued)}`);
    // RFC 5280 5.3.1: where there is none, the extension is absent.
    expect(/X509v3 CRL Reason Code: *\n *(.*)/.exec(entry)?.[1] ?? null).toBe(shown);
  });

  test('the distribution point that an operator has it issued for', async () => {
    const { path, certificate } = await withRoot();
    // RFC 5280 5.2.5: onlyContainsUserCerts.
    const point = { id: '2.5.29.28', critical: true, value: Buffer.from('30038101ff', 'hex') };
    const body = { crl_number: 9, extensions: [{ ...point, value: point.value.toString('base64') }] };
    const crl = (await api().write(`${path}/issuer/default/sign-revocation-list`, body)).text('crl');
    expect(crlText(crl)).toMatch(/X509v3 Issuing Distribution Point: critical\s+Only User Certificates/);
    const judged = openssl.run('crl', '-in', openssl.file(crl), '-CAfile', openssl.file(certificate), '-verify');
    expect(judged.said).toContain('verify OK');
  });

  test('no distribution point in those that are published: each is the whole of its issuer', async () => {
    const { path } = await withRoot();
    expect(crlText((await raw(`${path}/crl/pem`)).text)).not.toContain('Issuing Distribution Point');
  });
});

describe('deltas', () => {
  let made: Authority;
  beforeAll(async () => {
    made = await openAuthority(site.get.server, 'deltas');
    const config = { auto_rebuild: true, enable_delta: true, delta_rebuild_interval: '1h' };
    for (const path of [made.below, made.mount]) {
      (await api().write(`${path}/config/crl`, config)).expect(200);
      (await api().read(`${path}/crl/rotate`)).expect(200);
    }
  });
  const issue = () => api().write(`${made.below}/issue/web`, { common_name: 'a.example.com' });
  const lists = async (...paths: readonly string[]) =>
    (await Promise.all(paths.map((path) => raw(`${path}/pem`)))).map(({ text }) => text);
  const complete = () => lists(`${made.below}/crl`, `${made.mount}/crl`);
  const deltas = () => lists(`${made.below}/crl/delta`, `${made.mount}/crl/delta`);
  const judged = (pem: string, crls: readonly string[], ...how: readonly string[]) =>
    verified(openssl, pem, made, '-crl_check_all', '-CRLfile', openssl.file(crls.join('\n')), ...how);
  const withDeltas = ['-extended_crl', '-use_deltas'];

  test('hold what was revoked since the last complete CRL, and openssl uses them', async () => {
    const [kept, gone] = [await issue(), await issue()];
    (await api().write(`${made.below}/revoke`, { serial_number: gone.text('serial_number') })).expect(200);
    for (const path of [made.below, made.mount]) (await api().read(`${path}/crl/rotate-delta`)).expect(200);
    const [all, since] = [await complete(), await deltas()];
    const [base, delta] = [crlText(all[0] ?? ''), crlText(since[0] ?? '')];
    expect(Number(/X509v3 Delta CRL Indicator: critical\n *(\d+)/.exec(delta)?.[1])).toBe(numberIn(base));
    expect(numberIn(delta)).toBeGreaterThan(numberIn(base));
    expect(delta).toContain(serialOf(gone));
    expect(base).not.toContain(serialOf(gone));
    expect(base).not.toContain('Delta CRL Indicator');
    // Of the complete ones alone, nobody learns of it yet.
    expect(judged(gone.text('certificate'), all)).toMatchObject({ ok: true });
    expect(judged(gone.text('certificate'), [...all, ...since], ...withDeltas)).toMatchObject({
      ok: false,
      said: expect.stringContaining('certificate revoked') as string,
    });
    expect(judged(kept.text('certificate'), [...all, ...since], ...withDeltas)).toMatchObject({ ok: true });
  });

  test('are empty after the next complete CRL, which holds it all', async () => {
    const gone = await issue();
    (await api().write(`${made.below}/revoke`, { serial_number: gone.text('serial_number') })).expect(200);
    (await api().read(`${made.below}/crl/rotate`)).expect(200);
    (await api().read(`${made.below}/crl/rotate-delta`)).expect(200);
    const [all, since] = [await complete(), await deltas()];
    expect(crlText(all[0] ?? '')).toContain(serialOf(gone));
    expect(crlText(since[0] ?? '')).toContain('No Revoked Certificates');
    for (const crls of [all, [...all, ...since]])
      expect(judged(gone.text('certificate'), crls, ...(crls === all ? [] : withDeltas)).said).toContain(
        'certificate revoked',
      );
  });
});

test('an intermediate that was revoked takes what it issued with it', async () => {
  const made = await openAuthority(site.get.server, 'fallen');
  const issued = await api().write(`${made.below}/issue/web`, { common_name: 'a.example.com' });
  const leaf = issued.text('certificate');
  const judged = async (check: string) => {
    const crls = (await Promise.all([`${made.below}/crl/pem`, `${made.mount}/crl/pem`].map(raw))).map(
      (each) => each.text,
    );
    return verified(openssl, leaf, made, check, '-CRLfile', openssl.file(crls.join('\n')));
  };
  expect(await judged('-crl_check_all')).toMatchObject({ ok: true });
  const revoked = await api().write(`${made.mount}/revoke`, { certificate: made.intermediate });
  expect(revoked.data).toMatchObject({ state: 'revoked' });
  expect(await judged('-crl_check_all')).toMatchObject({
    ok: false,
    said: expect.stringMatching(/depth 1[^]*certificate revoked|certificate revoked/) as string,
  });
  expect(verifies(leaf, made.root, made.intermediate)).toMatchObject({ ok: true });
});
