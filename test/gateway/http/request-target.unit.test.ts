import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { namesSeveralHosts, originForm } from '../../../src/gateway/http/request-target.js';
import { runGateway } from '../fixture.js';
import type { Running } from '../fixture.js';

test.each([
  // target                          path               host that counts
  ['/v1/sys/mounts?list=true', '/v1/sys/mounts?list=true', 'header.example'],
  ['http://target.example/v1/a?b=c', '/v1/a?b=c', 'target.example'],
  ['HTTPS://target.example:8443/', '/', 'target.example:8443'],
  ['http://target.example', '/', 'target.example'],
  ['http://target.example?query={a}', '/?query={a}', 'target.example'],
  ['*', '*', 'header.example'],
  ['ftp://target.example/a', 'ftp://target.example/a', 'header.example'],
])('the target %s is the path %s of %s (RFC 9112 3.2)', (url, path, host) => {
  const headers = { host: 'header.example' };
  expect(originForm({ url, headers })).toBe(path);
  expect(headers.host).toBe(host);
});

test.each([
  [['Host', 'a', 'Accept', 'host'], false],
  [['Host', 'a', 'HOST', 'a'], true],
  [['Accept', '*/*'], false],
])('the header fields %j name several hosts: %s', (rawHeaders, expected) => {
  expect(namesSeveralHosts({ rawHeaders })).toBe(expected);
});

let running: Running;
beforeAll(async () => {
  running = await runGateway();
});
afterAll(() => running.gateway.close());

test.each([
  ['its path alone', 'GET /api/v2/boats', 'Host: a', 200],
  ['scheme and host too', 'GET http://a/api/v2/boats', 'Host: b', 200],
  ['the same of a listing', 'LIST http://a/api/v2/boats', 'Host: b', 200],
  ['another scheme of a listing', 'LIST ftp://a/api/v2/boats', 'Host: b', 400],
  ['two hosts', 'GET /api/v2/boats', 'Host: a\r\nHost: b', 400],
])('a request with %s is answered', async (_what, line, hosts, status) => {
  const socket = connect(Number(new URL(running.url).port), '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  socket.write(`${line} HTTP/1.1\r\n${hosts}\r\nAuthorization: Bearer good\r\nConnection: close\r\n\r\n`);
  await once(socket, 'close');
  expect(answer.split('\r\n', 1)).toEqual([expect.stringContaining(` ${status} `)]);
});
