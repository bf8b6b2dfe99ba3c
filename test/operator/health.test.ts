import { createServer } from 'node:http';
import type { Server as HttpServer } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { askHealth } from '../../src/operator/health.js';
import { OperatorError } from '../../src/platform/operator-error.js';
import { withServer } from '../e2e/harness/site.js';
import { command } from './command.js';

let servers: HttpServer[] = [];
afterEach(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  servers = [];
});

/** A server at the loopback address that answers as given. @returns its port */
async function answering(status: number, body: string, host = '127.0.0.1'): Promise<number> {
  const server = createServer((_request, response) => response.writeHead(status).end(body));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
const at = (httpPort: number, host = '127.0.0.1') => ({ host, httpPort, httpsPort: null, dataDir: '/nowhere' });

describe('a running server', () => {
  const site = withServer();
  const ask = (settings: Record<string, string>, ...more: string[]) => {
    const { http, https, folder } = site.get.server;
    return command(
      {
        TRUSTATE_DATA_DIR: folder,
        TRUSTATE_HTTP_PORT: new URL(http).port,
        TRUSTATE_HTTPS_PORT: new URL(https).port,
        ...settings,
      },
      'health',
      ...more,
    );
  };

  test('says that it is ready, over plain HTTP, and over HTTPS where that is all', async () => {
    expect(await ask({})).toEqual({ status: 0, out: 'ready\n', err: '' });
    expect(await ask({ TRUSTATE_HTTP_PORT: 'off' })).toEqual({ status: 0, out: 'ready\n', err: '' });
    expect(await ask({}, '--alive')).toEqual({ status: 0, out: 'ok\n', err: '' });
  });

  test('is not asked over HTTPS without a certificate to trust', async () => {
    const answer = await ask({ TRUSTATE_HTTP_PORT: 'off', TRUSTATE_DATA_DIR: '/nowhere' });
    expect(answer).toMatchObject({
      status: 1,
      out: '',
      err: expect.stringMatching(/does not answer: no such file/) as string,
    });
  });
});

test.each([
  [200, '{"status":"degraded","checks":{"database":"ok","object store":"failed"}}', 'degraded: object store'],
  [200, '{"status":"ready","checks":{"database":"ok"}}', 'ready'],
])('%i %s is healthy', async (status, body, said) => {
  expect(await askHealth(at(await answering(status, body)), '/readyz')).toBe(said);
});

test.each([
  [503, '{"status":"not ready","checks":{"database":"failed"}}', 'answers 503: not ready: database'],
  [503, '{"status":"not ready","checks":{"nodes":"failed"},"reason":"waits for b"}', 'not ready: nodes (waits for b)'],
  [404, 'nothing here', 'answers 404: this is no server of Trustate'],
])('%i %s is not', async (status, body, said) => {
  const asked = askHealth(at(await answering(status, body)), '/readyz');
  await expect(asked).rejects.toBeInstanceOf(OperatorError);
  await expect(asked).rejects.toThrow(said);
});

test.each(['0.0.0.0', '::', '::1'])('a server that listens at %s is asked at a loopback address', async (host) => {
  const port = await answering(200, '{"status":"ready"}', host);
  expect(await askHealth(at(port, host), '/readyz')).toBe('ready');
});

test('nobody answers, or nobody knows where', async () => {
  const port = await answering(200, '');
  servers.pop()?.close();
  await expect(askHealth(at(port), '/healthz')).rejects.toThrow(/does not answer: connection refused/);
  await expect(askHealth(at(0), '/healthz')).rejects.toThrow('TRUSTATE_HTTP_PORT is 0');
});
