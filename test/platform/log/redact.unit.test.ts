import { describe, expect, test } from 'vitest';
import { redactFields, redactText } from '../../../src/platform/log/redact.js';

const pem = ['-----BEGIN EC PRIVATE KEY-----', 'MHcCAQEEIIrZ', '-----END EC PRIVATE KEY-----'].join('\n');

describe('fields', () => {
  test.each([
    'authorization',
    'Authorization',
    'x-vault-token',
    'X-Service-Token',
    'cookie',
    'token',
    'password',
    'privateKey',
    'private_key',
    'state',
    'json-state',
    'jsonStateOutputs',
    'seal_key',
  ])('%s', (name) => {
    const clean = redactFields({ req: { headers: [{ [name]: 'hunter2', keep: 'this' }] } });
    expect(JSON.stringify(clean)).toBe(`{"req":{"headers":[{"${name}":"[redacted]","keep":"this"}]}}`);
  });

  test('absent ones, errors and classes stay as they are', () => {
    const error = new Error('x');
    const at = new Date(0);
    expect(redactFields({ token: null, state: undefined, err: error, at })).toEqual({
      token: null,
      state: undefined,
      err: error,
      at,
    });
  });

  test('a loop ends', () => {
    const loop: Record<string, unknown> = { name: 'x' };
    loop['self'] = loop;
    expect(redactFields(loop)).toHaveProperty('name', 'x');
  });
});

describe('texts', () => {
  test.each([
    ['Bearer at-Abc.atlasv1.s3cr3t-_x rest', 'Bearer at-Abc.atlasv1.[redacted] rest'],
    ['Authorization: Bearer abcdefgh12345', 'Authorization: Bearer [redacted]'],
    [
      'GET https://h:1/objects/v1/object/aGVsbG8gd29ybGQgYW5kIG1vcmU?exp=1&sig=zz HTTP',
      'GET https://h:1/objects/v1/object/aGVsbG8gd29ybGQgYW5k…[redacted] HTTP',
    ],
    [JSON.stringify({ x_vault_token: 'a"b\\', n: 1 }), '{"x_vault_token":"[redacted]","n":1}'],
    [JSON.stringify({ msg: '{"Password":"abc","n":1}' }), '{"msg":"{\\"Password\\":\\"[redacted]\\",\\"n\\":1}"}'],
    ['PUT /v1/auth/token/revoke/rootroot-root HTTP', 'PUT /v1/auth/token/revoke/[redacted] HTTP'],
    ['auth/token/renew/hvs.CAES', 'auth/token/renew/[redacted]'],
    ['auth/token/renew-self', 'auth/token/renew-self'],
    [
      JSON.stringify({ msg: JSON.stringify({ token: 'a\n"b\\', n: '\\' }) }),
      JSON.stringify({ msg: '{"token":"[redacted]","n":"\\\\"}' }),
    ],
    ['/x?page=2&token=abc&y=1', '/x?page=2&token=[redacted]&y=1'],
    ['/x?X-Amz-Signature=abc&X-Amz-Date=1', '/x?X-Amz-Signature=[redacted]&X-Amz-Date=[redacted]'],
    ['postgresql://user:hunter2@host/db', 'postgresql://user:[redacted]@host/db'],
    [`key ${pem} end`, 'key EC PRIVATE KEY [redacted] end'],
    [JSON.stringify({ key: pem, more: 1 }), '{"key":"EC PRIVATE KEY [redacted]","more":1}'],
    [JSON.stringify({ key: pem.slice(0, 40), more: 1 }), '{"key":"EC PRIVATE KEY [redacted]","more":1}'],
    ['nothing to hide: ws-1234567890123456', 'nothing to hide: ws-1234567890123456'],
  ])('%s', (text, clean) => {
    expect(redactText(text)).toBe(clean);
  });

  test('secrets that this process holds', () => {
    expect(redactText('my root-of-all-tokens here', ['root-of-all-tokens', ''])).toBe('my [redacted] here');
  });
});
