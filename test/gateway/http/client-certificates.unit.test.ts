import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ClientCertificates, forwardedIn } from '../../../src/gateway/http/client-certificates.js';
import { Senders } from '../../../src/gateway/http/senders.js';

const der = Buffer.from('300c0a0b0c', 'hex');
const b64 = der.toString('base64');
const pem = `-----BEGIN CERTIFICATE-----\n${b64}\n-----END CERTIFICATE-----\n`;

const from = (remoteAddress: string, headers: Record<string, string>, header: string | null = 'client-cert') =>
  new ClientCertificates({ senders: new Senders(['192.0.2.0/24']), header })
    .of({ headers, socket: { remoteAddress } })
    .map((each) => Buffer.from(each).toString('base64'));

describe('a certificate in a header', () => {
  test('counts from a trusted proxy only, and only in the header of the settings', () => {
    const headers = { 'client-cert': `:${b64}:` };
    expect(from('192.0.2.7', headers)).toEqual([b64]);
    expect(from('198.51.100.7', headers)).toEqual([]);
    expect(from('192.0.2.7', headers, null)).toEqual([]);
    expect(from('192.0.2.7', { 'x-client-cert': `:${b64}:` })).toEqual([]);
  });

  test.each([
    ['as RFC 9440 has it', `:${b64}:`],
    ['in base64', b64],
    ['as escaped PEM', encodeURIComponent(pem)],
    ['as PEM in one line', pem.replaceAll('\n', ' ')],
  ])('is read %s', (_how, value) => {
    expect(forwardedIn(value).map((each) => Buffer.from(each).toString('base64'))).toEqual([b64]);
  });

  test('beside another one is none: a client may have sent it', () => {
    expect(forwardedIn(`:${b64}:, :${b64}:`)).toEqual([]);
    expect(forwardedIn([b64, b64])).toEqual([]);
  });

  test('comes with those above it in the header for these', () => {
    const headers = { 'client-cert': `:${b64}:`, 'client-cert-chain': `:AAAA:, :BBBB:` };
    expect(from('192.0.2.7', headers)).toEqual([b64, 'AAAA', 'BBBB']);
    expect(from('192.0.2.7', { 'client-cert-chain': ':AAAA:' })).toEqual([]);
    expect(from('192.0.2.7', { ...headers, 'client-cert-chain': Array(50).fill(':AAAA:').join(',') })).toHaveLength(10);
  });

  test('of any text is read without a failure', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (text) => {
        expect(Array.isArray(forwardedIn(text))).toBe(true);
      }),
    );
  });
});
