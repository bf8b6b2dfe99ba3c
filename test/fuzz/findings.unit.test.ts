import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { Choices, seedOf } from './choices.js';
import { load, save } from './findings.js';
import { Members, placesOf, Raw, withAt, written } from './json-text.js';
import { filled } from './shot.js';
import type { Shot } from './shot.js';

const folder = mkdtempSync(path.join(tmpdir(), 'trustate-findings-'));
afterAll(() => rmSync(folder, { recursive: true }));

const shot: Shot = {
  ...{ target: 'rest', what: 'POST /x', sender: 'narrow', method: 'POST', path: '/api/v2/{{workspace}}' },
  ...{ headers: { 'content-type': 'application/json' }, speech: 'json-api', body: null },
};

test.each([null, 'ü\ud83d\ude00{{mount}}', Buffer.from([0, 255, 0x30, 0x80])])('a request is kept: %j', (body) => {
  const finding = { seed: 7, wrong: ['status 500'], shot: { ...shot, body } };
  expect(load(save(folder, 'one', finding))).toEqual(finding);
});

test('what a site has is put in, and what it does not have stays', () => {
  expect(filled('/{{workspace}}/{{other}}/{{toString}}', { workspace: 'ws-1' })).toBe('/ws-1/{{other}}/{{toString}}');
  expect(filled('{{unique}}', {})).not.toBe(filled('{{unique}}', {}));
});

test('a seed makes the same choices', () => {
  const made = (seed: number) => {
    const choices = Choices.of(seed);
    return Array.from({ length: 20 }, () => choices.below(1_000));
  };
  expect(made(5)).toEqual(made(5));
  expect(made(5)).not.toEqual(made(6));
  expect(new Set(Array.from({ length: 500 }, (_, part) => seedOf(1, part))).size).toBe(500);
});

test('a document is written with what only text can say', () => {
  const twice = new Members([
    ['a', 1],
    ['a', new Raw('1e400')],
  ]);
  expect(written({ x: [twice, undefined, 'é'] })).toBe('{"x":[{"a":1,"a":1e400},null,"é"]}');
  expect(placesOf({ a: [1, { b: 2 }] })).toEqual([[], ['a'], ['a', 0], ['a', 1], ['a', 1, 'b']]);
  expect(withAt({ a: [1, { b: 2 }] }, ['a', 1, 'b'], 3)).toEqual({ a: [1, { b: 3 }] });
  expect(withAt({}, ['a', 'b'], 3)).toEqual({ a: { b: 3 } });
});
