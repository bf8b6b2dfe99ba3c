import { describe, expect, test } from 'vitest';
import { authorityTools } from './harness/authority-tools.js';
import { onSharedServer } from './harness/site.js';

const { api, crlText, openssl, raw, withRoot } = authorityTools(onSharedServer());

describe('CRLs that are handed out and published nowhere', () => {
  async function withRevoked() {
    const { path, certificate } = await withRoot();
    await api().write(`${path}/roles/any`, { allow_any_name: true, key_type: 'ec' });
    const serials: string[] = [];
    const crls: string[] = [];
    for (const common_name of ['a', 'b']) {
      const serial_number = (await api().write(`${path}/issue/any`, { common_name })).text('serial_number');
      (await api().write(`${path}/revoke`, { serial_number })).expect(200);
      serials.push(serial_number.replaceAll(':', '').toUpperCase());
      crls.push((await raw(`${path}/crl/pem`)).text);
    }
    return { path, certificate, serials, crls };
  }
  const judged = (crl: string, ca: string) =>
    openssl.run('crl', '-in', openssl.file(crl), '-CAfile', openssl.file(ca), '-noout', '-verify');

  test('several signed again as one', async () => {
    const { path, certificate, serials, crls } = await withRevoked();
    const before = (await raw(`${path}/crl`)).bytes;
    const body = { crl_number: 1000, crls, next_update: '24h', format: 'pem' };
    const crl = (await api().write(`${path}/issuer/default/resign-crls`, body)).text('crl');
    expect(judged(crl, certificate)).toMatchObject({ ok: true });
    const text = crlText(crl);
    expect(text).toMatch(/X509v3 CRL Number: *\n? *1000/);
    for (const serial of serials) expect(text.split(serial)).toHaveLength(2);
    const delta = await api().write(`${path}/issuer/default/resign-crls`, {
      ...body,
      delta_crl_base_number: 999,
      format: 'der',
    });
    const der = Buffer.from(delta.text('crl'), 'base64');
    expect(openssl.ok('crl', '-inform', 'DER', '-in', openssl.file(der), '-noout', '-text')).toContain(
      'X509v3 Delta CRL Indicator: critical',
    );
    expect((await raw(`${path}/crl`)).bytes.equals(before)).toBe(true);
  });

  test('of whatever entries and extensions', async () => {
    const { path, certificate } = await withRoot();
    const body = {
      crl_number: 7,
      next_update: '1h',
      revoked_certs: [
        {
          serial_number: '0a:0b',
          revocation_time: '2026-01-02T03:04:05Z',
          extensions: [{ id: '2.5.29.21', value: 'CgEB' }],
        },
        { serial_number: '0c-0d' },
      ],
      extensions: [{ id: '1.2.3.4', critical: false, value: 'BQA=' }],
    };
    const crl = (await api().write(`${path}/issuer/default/sign-revocation-list`, body)).text('crl');
    expect(judged(crl, certificate)).toMatchObject({ ok: true });
    const text = crlText(crl);
    expect(text).toMatch(
      /Serial Number: 0A0B\s+Revocation Date: Jan {2}2 03:04:05 2026 GMT\s+CRL entry extensions:\s+X509v3 CRL Reason Code: *\s+Key Compromise/,
    );
    expect(text).toContain('Serial Number: 0C0D');
    expect(text).toContain('1.2.3.4');
  });

  test.each([
    ['resign-crls', {}, 'crl_number parameter must be provided'],
    ['resign-crls', { crl_number: 1 }, 'crls: at least one CRL is needed'],
    [
      'resign-crls',
      { crl_number: 1, crls: ['hello'] },
      'failed decoding crl 0: invalid crl; should be one PEM block only',
    ],
    ['resign-crls', { crl_number: -1, crls: 'own' }, 'crl_number must not be negative'],
    [
      'resign-crls',
      { crl_number: 1, crls: 'own', delta_crl_base_number: 1 },
      'delta_crl_base_number must be less than crl_number',
    ],
    ['resign-crls', { crl_number: 1, crls: 'own', next_update: 0 }, 'next_update must be greater than 0'],
    ['resign-crls', { crl_number: 1, crls: 'own', format: 'text' }, 'the "format" parameter must be "pem" or "der"'],
    ['resign-crls', { crl_number: 1, crls: 'foreign' }, 'CRL index: 0 was not signed by requested issuer'],
    ['sign-revocation-list', {}, 'crl_number parameter must be provided'],
    [
      'sign-revocation-list',
      { crl_number: 1, revoked_certs: [{ serial_number: 'zz' }] },
      '"zz" is not a serial number',
    ],
    [
      'sign-revocation-list',
      { crl_number: 1, revoked_certs: [{ serial_number: '01' }, { serial_number: '01' }] },
      'serial 01 is given twice',
    ],
    [
      'sign-revocation-list',
      { crl_number: 1, revoked_certs: 'x' },
      'Field validation failed: error converting input for field "revoked_certs": expected a list of objects',
    ],
    [
      'sign-revocation-list',
      { crl_number: 1, revoked_certs: ['01'] },
      'field "revoked_certs\\[0\\]": expected an object',
    ],
    [
      'sign-revocation-list',
      { crl_number: 1, revoked_certs: [{ serial_number: '01' }, { serial_number: 2 }] },
      'field "revoked_certs\\[1\\].serial_number": expected a text',
    ],
    [
      'sign-revocation-list',
      { crl_number: 1, revoked_certs: [{ serial_number: '01', revocation_time: 'soon' }] },
      'field "revoked_certs\\[0\\].revocation_time": expected a time of RFC 3339, or seconds since 1970',
    ],
    [
      'sign-revocation-list',
      { crl_number: 1, extensions: [{ id: '1.2.3' }] },
      'field "extensions\\[0\\].value": expected a text',
    ],
    [
      'sign-revocation-list',
      { crl_number: 1, extensions: [{ id: '2.5.29.20', value: 'AgEB' }] },
      'extension 2.5.29.20 is reserved: the CRL sets it itself',
    ],
    [
      'sign-revocation-list',
      { crl_number: 1, extensions: [{ id: 'x', value: '' }] },
      '"x" is not an object identifier',
    ],
  ] as const)('%s %j is refused', async (at, body, text) => {
    const { path } = await withRoot();
    const crls: Readonly<Record<string, () => Promise<string>>> = {
      own: async () => (await raw(`${path}/crl/pem`)).text,
      foreign: async () => (await raw(`${(await withRoot()).path}/crl/pem`)).text,
    };
    const given = 'crls' in body && typeof body.crls === 'string' ? { crls: [await crls[body.crls]?.()] } : {};
    const { refusal } = await api().write(`${path}/issuer/default/${at}`, { ...body, ...given });
    expect(refusal).toEqual({ status: 400, text: expect.stringMatching(text) as string });
  });
});
