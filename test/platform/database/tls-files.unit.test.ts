import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { OperatorError } from '../../../src/platform/operator-error.js';
import { patientConnection } from '../../../src/platform/database/postgresql/connections.js';

const folder = mkdtempSync(path.join(tmpdir(), 'trustate-tls-files-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});
const pem = path.join(folder, 'ca.pem');
writeFileSync(pem, '-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----\n');
const other = path.join(folder, 'other');
writeFileSync(other, 'root:x:0:0');

const connecting = (parameters: string) => () => patientConnection(`postgresql://u:hunter2@db/d?${parameters}`);

test.each([
  [
    `sslrootcert=${folder}`,
    `The file ${folder} of sslrootcert in the URL of the database cannot be read: it is a folder`,
  ],
  [
    'sslmode=require&sslcert=/none/at/all',
    'The file /none/at/all of sslcert in the URL of the database cannot be read: no such file or folder',
  ],
  [`sslkey=${other}`, `The file ${other} of sslkey in the URL of the database holds nothing in PEM.`],
  ['sslmode=verify-ca&uselibpqcompat=true', 'In the URL of the database, sslmode=verify-ca needs sslrootcert=FILE.'],
])('a connection with %s names what is wrong', (parameters, message) => {
  expect(connecting(parameters)).toThrow(new OperatorError(message));
});

test.each(['', `sslrootcert=${pem}`, `sslmode=verify-ca&uselibpqcompat=true&sslrootcert=${pem}`, 'sslmode=verify-ca'])(
  'a connection with "%s" has what it needs',
  (parameters) => {
    expect(connecting(parameters)).not.toThrow();
  },
);
