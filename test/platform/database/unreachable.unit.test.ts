import { expect, test } from 'vitest';
import { unreachable } from '../../../src/platform/database/postgresql/unreachable.js';

const failing = (message: string, code?: string) =>
  Object.assign(new Error(message), code === undefined ? {} : { code });

test.each([
  [failing('connect ECONNREFUSED 127.0.0.1:5432', 'ECONNREFUSED'), 'connection refused'],
  [failing('getaddrinfo ENOTFOUND db', 'ENOTFOUND'), 'no such host'],
  [failing('getaddrinfo EAI_AGAIN db', 'EAI_AGAIN'), 'its name cannot be looked up now'],
  [new AggregateError([failing('connect ECONNREFUSED ::1:5432', 'ECONNREFUSED')], ''), 'connection refused'],
  [failing('password authentication failed for user "u"', '28P01'), 'password authentication failed for user "u"'],
  [
    failing('self-signed certificate', 'DEPTH_ZERO_SELF_SIGNED_CERT'),
    'its certificate is not trusted (self-signed certificate): name the file of its authority by sslrootcert=FILE in the URL',
  ],
  [failing('The server does not support SSL connections'), 'The server does not support SSL connections'],
  [
    failing('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string'),
    'it asks for a password, and none is set: give one in TRUSTATE_DATABASE_URL or PGPASSWORD',
  ],
])('%s', (error, reason) => {
  expect(unreachable('postgresql://u:hunter2@db:5432/d', error).message).toBe(
    `the database at db:5432/d cannot be reached: ${reason}`,
  );
});

test('a URL without a host means this machine', () => {
  expect(unreachable('postgresql://', failing('', 'ECONNREFUSED')).message).toContain('database at localhost cannot');
});
