import { describe, expect, test } from 'vitest';
import { readableLine } from '../../../src/platform/log/line.js';
import { createLog, requestId } from '../../../src/platform/log/log.js';

function recorded(options: { readable?: boolean; level?: string } = {}) {
  const lines: string[] = [];
  const log = createLog({
    level: options.level ?? 'info',
    secrets: ['the-root-token-itself'],
    to: { write: (line) => void lines.push(line) },
    ...(options.readable === undefined ? {} : { readable: options.readable }),
  });
  return { log, lines };
}

describe('JSON lines', () => {
  test('level, time, fields, message', () => {
    const { log, lines } = recorded();
    log.info({ workspace: 'ws-1' }, 'locked');
    expect(lines.join('')).toMatch(
      /^\{"level":30,"time":"\d{4}-\d\d-\d\dT[\d:.]+Z","workspace":"ws-1","msg":"locked"\}\n$/,
    );
  });

  test('below the level nothing is written', () => {
    const { log, lines } = recorded({ level: 'warn' });
    log.info('no');
    expect(lines).toEqual([]);
  });

  test('no secret passes: fields, children, messages, errors', () => {
    const { log, lines } = recorded();
    const token = 'at-1.atlasv1.topsecret';
    log.info({ headers: { authorization: 'Bearer topsecret' }, body: { state: 'topsecret' } }, `token ${token}`);
    log.child({ token: 'topsecret', request: { cookie: 'topsecret' } }).info('child');
    log.error({ err: new Error(`failed with ${token}`) });
    log.error(new Error(`failed with the-root-token-itself`));
    expect(lines).toHaveLength(4);
    expect(lines.join('')).not.toMatch(/topsecret|the-root-token-itself/);
    for (const line of lines) expect(() => void JSON.parse(line)).not.toThrow();
  });
});

describe('lines for a terminal', () => {
  const json = (entry: object) => JSON.stringify({ level: 30, time: '2030-01-02T03:04:05.000Z', ...entry });

  test.each([
    [{ msg: 'ready', http: 'http://x', n: 2 }, /^\d\d:04:05 INFO {2}ready http=http:\/\/x n=2\n$/],
    [
      { level: 50, msg: 'oops', err: { message: 'm', stack: 'Error: m\n    at x' } },
      /ERROR oops\nError: m\n {4}at x\n$/,
    ],
    [{ level: 35, msg: 'other level' }, /other level\n$/],
    [{}, /INFO\n$/],
  ])('%j', (entry, expected) => {
    expect(readableLine(json(entry), false)).toMatch(expected);
  });

  test('colours only where asked for', () => {
    expect(readableLine(json({ msg: 'x' }), true)).toContain('\x1b[32m');
    expect(readableLine(json({ msg: 'x' }), false)).not.toContain('\x1b');
  });

  test('what is not an entry stays as it is', () => {
    expect(readableLine('plain text\n', false)).toBe('plain text\n');
    expect(readableLine('7\n', false)).toBe('7\n');
  });

  test('the log writes them', () => {
    const { log, lines } = recorded({ readable: true });
    log.warn({ token: 'x' }, 'careful');
    expect(lines.join('')).toMatch(/WARN .*careful.*token=.*\[redacted\]/);
  });
});

describe('request ids', () => {
  test('the caller keeps a harmless one', () => {
    expect(requestId('req-1.a:b_c')).toBe('req-1.a:b_c');
  });

  test.each([undefined, '', 'a b', 'x'.repeat(129), 'a\nb', ['a', 'b'], 'ü'])('%j becomes a new one', (given) => {
    expect(requestId(given)).toMatch(/^[0-9a-f-]{36}$/);
    expect(requestId(given)).not.toBe(requestId(given));
  });
});
