import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { OperatorError } from '../../../src/platform/operator-error.js';
import { openReachable } from '../../../src/platform/objects/open-object-store.js';

const refusal = (code: string, message: string) =>
  `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`;

let answer: { status: number; body: string };
const server = createServer((_, response) => {
  response.writeHead(answer.status, { 'content-type': 'application/xml' }).end(answer.body);
});
const storeHere = (settings = '&region=x') =>
  `s3://bucket/x?endpoint=http://127.0.0.1:${(server.address() as AddressInfo).port}${settings}`;

beforeEach(async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** What the operator reads. */
async function said(url: string): Promise<string> {
  const error: unknown = await openReachable(url).catch((failure: unknown) => failure);
  if (!(error instanceof OperatorError)) throw new Error('not said to the operator', { cause: error });
  return error.message;
}

test.each([
  [404, refusal('NoSuchBucket', 'The specified bucket does not exist.'), 'The specified bucket does not exist'],
  [403, refusal('InvalidAccessKeyId', 'No such key id'), 'No such key id'],
  [200, '<!doctype html><p>Welcome<br>', 'what answers there does not speak S3'],
  [200, '<html>Welcome</html>', 'what answers there does not speak S3'],
  [502, '<html><hr>Bad gateway</html>', 'what answers there does not speak S3'],
])('what answers %s with %s is told in one line', async (status, body, reason) => {
  answer = { status, body };
  expect(await said(storeHere())).toBe(
    `The object store ${storeHere()} cannot be used: ${reason}. If it is at work, check this address and the AWS_* variables.`,
  );
});

test('so is a port where nobody listens', async () => {
  const { port } = server.address() as AddressInfo;
  server.close();
  expect(await said(`s3://bucket?endpoint=http://127.0.0.1:${port}&region=x`)).toContain('connection refused');
});

test.each([
  ['AWS_ACCESS_KEY_ID', 'Could not load credentials from any providers'],
  ['AWS_REGION', 'Region is missing'],
])('so is %s that nobody has set', async (variable, reason) => {
  for (const name of ['AWS_REGION', 'AWS_DEFAULT_REGION', 'AWS_PROFILE', variable]) vi.stubEnv(name, undefined);
  vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
  vi.stubEnv('AWS_CONFIG_FILE', '/nonexistent');
  vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', '/nonexistent');
  const url = variable === 'AWS_REGION' ? 's3://bucket/x' : storeHere();
  expect(await said(url)).toBe(
    `The object store ${url} cannot be used: ${reason}. If it is at work, check this address and the AWS_* variables.`,
  );
});
