import { sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { Choices } from './choices.js';
import type { Shot } from './shot.js';
import type { Papers } from './site.js';
import { strangeText } from './strange.js';

const paths = [
  ...['directory', 'new-nonce', 'new-account', 'new-order', 'new-authz', 'revoke-cert', 'key-change'],
  ...[
    'account/x',
    'account/x/orders',
    'order/x',
    'order/x/finalize',
    'order/x/cert',
    'authorization/x',
    'challenge/x/http-01',
  ],
  'renewal-info/x',
];
const payloads: readonly unknown[] = [
  { termsOfServiceAgreed: true, contact: ['mailto:a@example.com'] },
  { onlyReturnExisting: true, externalAccountBinding: { protected: 'e30', payload: 'e30', signature: 'e30' } },
  { identifiers: [{ type: 'dns', value: 'a.example.com' }], notAfter: '2030-01-01T00:00:00Z' },
  { csr: 'MA', certificate: 'MA', reason: 1, status: 'deactivated' },
  {},
];
const octets = (text: string): string => Buffer.from(text, 'utf8').toString('base64url');

/** Messages of ACME, whose signature is right for what is in them, or not: a header, a payload or the whole of it is strange (RFC 8555 §6.2). */
export function acmeShot(choices: Choices, { acme }: Papers): Shot {
  const path = `/v1/${acme.mount}/acme/${choices.one(paths)}`;
  const { jwk, key } = acme;
  const strange = (): unknown =>
    choices.one<() => unknown>([
      () => strangeText(choices),
      () => 'x'.repeat(choices.one([1_000, 20_000])),
      () => choices.one<unknown>([null, 1, -1, true, [], {}, [[[]]], { kty: 'EC' }]),
    ])();
  const header: Record<string, unknown> = { alg: 'ES256', nonce: 'none', url: `https://localhost${path}` };
  if (choices.chance(70)) header['jwk'] = choices.chance(60) ? jwk : changed(choices, jwk, strange);
  if (choices.chance(40)) header['kid'] = choices.one([`https://localhost/v1/${acme.mount}/acme/account/x`, 'x', '']);
  const text = JSON.stringify(choices.chance(50) ? changed(choices, header, strange) : header);
  const said = JSON.stringify(choices.chance(70) ? choices.one(payloads) : strange());
  const [protectedHeader, payload] = [
    octets(choices.chance(90) ? text : text.slice(1)),
    choices.chance(85) ? octets(said) : '',
  ];
  const message: Record<string, unknown> = {
    protected: protectedHeader,
    payload,
    signature: choices.chance(80) ? signed(key, `${protectedHeader}.${payload}`) : 'AA',
  };
  const whole = JSON.stringify(choices.chance(30) ? changed(choices, message, strange) : message);
  const method = choices.one(['POST', 'POST', 'POST', 'POST', 'GET', 'HEAD', 'PUT']);
  const has = method === 'POST' || method === 'PUT';
  const type = choices.chance(95) ? 'application/jose+json' : 'application/json';
  return {
    ...{ target: 'acme', what: `${method} ACME`, sender: 'stranger', speech: 'bytes', method, path },
    headers: has ? { 'content-type': type } : {},
    body: has ? (choices.chance(95) ? whole : whole.slice(0, choices.below(whole.length + 1))) : null,
  };
}

/** With one member of another value, gone, or more. */
function changed(
  choices: Choices,
  from: Readonly<Record<string, unknown>>,
  strange: () => unknown,
): Record<string, unknown> {
  const name = choices.one([...Object.keys(from), 'b64', 'crit', '__proto__', 'x']);
  const rest = Object.fromEntries(Object.entries(from).filter(([each]) => each !== name));
  return choices.chance(80) ? { ...rest, [name]: strange() } : rest;
}

const signed = (key: KeyObject, text: string): string =>
  sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url');
