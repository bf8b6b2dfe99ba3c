import { expect, test } from 'vitest';
import type { Shot, Speech } from './shot.js';
import { wrongWith } from './verdict.js';

const jsonApi = 'application/vnd.api+json; charset=utf-8';
const json = 'application/json';
const shot = (speech: Speech, more: Partial<Shot> = {}) => ({ speech, method: 'POST', body: null, ...more });
const errors = (...of: readonly unknown[]) => JSON.stringify({ errors: of });
const refusal = { status: '422', title: 'Unprocessable Entity', detail: 'name must be text' };

test.each<[string, Speech, number, string, string]>([
  ['a document', 'json-api', 200, jsonApi, '{"data":[]}'],
  ['nothing', 'json-api', 204, '', ''],
  ['a refusal', 'json-api', 422, jsonApi, errors(refusal)],
  ['a refusal without texts', 'vault', 404, json, errors()],
  ['the 500 that clients expect', 'vault', 500, json, errors('unable to find PKI issuer for reference: x')],
  ['a refusal to terraform’s http backend', 'http', 423, json, '{"ID":"x","code":"ALREADY_LOCKED","error":"held"}'],
  ['a head that is too large', 'vault', 431, '', ''],
  ['no room', 'json-api', 507, jsonApi, errors({ ...refusal, status: '507' })],
  ['GraphQL with data', 'graphql', 200, json, '{"data":{"a":"at x (/src/a.ts)"}}'],
  ['GraphQL with errors', 'graphql', 400, json, errors({ message: 'no' })],
  ['bytes', 'bytes', 400, 'application/ocsp-response', '\x30\x03'],
])('%s: nothing is wrong', (_what, speech, status, type, text) => {
  expect(wrongWith(shot(speech), { status, headers: { 'content-type': type }, text })).toEqual([]);
});

test.each<[string, Speech, number, string, string, RegExp]>([
  ['a failure', 'json-api', 500, jsonApi, errors({ ...refusal, status: '500' }), /^status 500$/],
  ['a failure of Vault’s kind', 'vault', 500, json, errors('something'), /^status 500$/],
  ['a gateway', 'graphql', 502, json, errors({ message: 'no' }), /^status 502$/],
  ['a refusal without errors', 'json-api', 404, jsonApi, '{}', /^a refusal without errors/],
  ['a refusal in another form', 'json-api', 422, json, errors(refusal), /^a refusal as/],
  ['a refusal without a text', 'http', 423, json, '{"ID":"x"}', /^a refusal without errors/],
  ['a page', 'vault', 400, 'text/html', '<html>', /^a refusal without errors/],
  ['a success that is no JSON', 'vault', 200, json, 'ok', /^a success without JSON/],
  ['GraphQL that is no JSON', 'graphql', 200, json, '{', /^no answer of GraphQL/],
  ['GraphQL of nothing', 'graphql', 200, json, '{}', /^no answer of GraphQL/],
  ['a stack', 'vault', 400, json, errors('at f (file:///x/y.js:1:2)'), /^its inside: at f/],
  ['a word of the database', 'graphql', 200, json, errors({ message: 'SQLITE_BUSY' }), /^its inside: SQLITE_BUSY/],
  ['a mistake of the program', 'vault', 400, json, errors('x is not a function'), /^its inside: is not a function/],
])('%s: that is wrong', (_what, speech, status, type, text, says) => {
  const [wrong] = wrongWith(shot(speech), { status, headers: { 'content-type': type }, text });
  expect(wrong).toMatch(says);
});

test('what the caller sent may be quoted', () => {
  const answer = { status: 400, headers: { 'content-type': json }, text: errors('unknown role: SQLITE_FULL') };
  expect(wrongWith(shot('vault', { body: '{"role":"SQLITE_FULL"}' }), answer)).toEqual([]);
});
