import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fastify } from 'fastify';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { contentSecurityPolicy, mountPlayground } from '../../../src/gateway/http/playground.js';
import { answerHeaders, setOnAll } from '../../../src/gateway/http/security-headers.js';

/*
 * A server that starts before its playground is built, as a first `npm start` does.
 */
let place: string;
let app: FastifyInstance;
const warned: unknown[] = [];

beforeEach(async () => {
  place = mkdtempSync(path.join(tmpdir(), 'playground-'));
  warned.length = 0;
  app = fastify({ logger: { level: 'warn', stream: { write: (line: string) => void warned.push(line) } } });
  setOnAll(app, answerHeaders(null));
  await mountPlayground(app, `${path.join(place, 'playground')}/`);
});
afterEach(async () => {
  await app.close();
  rmSync(place, { recursive: true });
});

/** As the build does: whole, by one move. */
function built(text: string): void {
  const folder = path.join(place, text);
  mkdirSync(path.join(folder, 'assets'), { recursive: true });
  writeFileSync(path.join(folder, 'index.html'), `<title>${text}</title>`);
  writeFileSync(path.join(folder, 'assets', `${text}.js`), `/* ${text} */`);
  rmSync(path.join(place, 'playground'), { recursive: true, force: true });
  renameSync(folder, path.join(place, 'playground'));
}

const opened = (url = '/', accept = 'text/html,*/*;q=0.8') => app.inject({ url, headers: { accept } });

test('until it is there, a browser is told so, and asks again by itself', async () => {
  const { statusCode, headers, body } = await opened();
  expect(statusCode).toBe(503);
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'retry-after': '3',
    'cache-control': 'no-store',
    'content-security-policy': contentSecurityPolicy,
    'x-content-type-options': 'nosniff',
  });
  expect(headers.vary).toContain('accept');
  expect(body).toContain('<meta http-equiv="refresh" content="3">');
  expect(body).toContain('The playground is being built');
  // Nothing that the policy of the page refuses.
  expect(body).not.toMatch(/<script|src=|href=/);
  expect((await opened('/playground/assets/one.js')).statusCode).toBe(404);
  expect(warned).toEqual([]);
});

test('until it is there, programs get the paths of the API as always', async () => {
  const { statusCode, body } = await opened('/', '*/*');
  expect([statusCode, JSON.parse(body)]).toEqual([200, expect.objectContaining({ graphql: '/graphql' })]);
});

test('once it is there, the same server has it, and the one that replaces it', async () => {
  expect((await opened()).statusCode).toBe(503);
  for (const text of ['one', 'two']) {
    built(text);
    const page = await opened();
    expect([page.statusCode, page.body]).toEqual([200, `<title>${text}</title>`]);
    expect(page.headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-security-policy': contentSecurityPolicy,
    });
    expect(page.headers['retry-after']).toBeUndefined();
    const file = await opened(`/playground/assets/${text}.js`);
    expect([file.statusCode, file.body]).toEqual([200, `/* ${text} */`]);
    expect(file.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  }
  expect((await opened('/playground/assets/one.js')).statusCode).toBe(404);
});
