import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { openLive } from './live.js';
import type { Live } from './live.js';

let live: Live;
beforeAll(async () => {
  live = await openLive();
  const make = async (path: string, type: string, attributes: object, relationships: object = {}) => {
    const answer = await live.call('POST', path, { data: { type, attributes, relationships } });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  };
  for (const name of ['Net_Core', 'Net-Core']) {
    const tags = { 'tag-bindings': { data: [{ type: 'tag-bindings', attributes: { key: name, value: '' } }] } };
    await make('/organizations', 'organizations', { name, email: 'a@example.com' });
    await make('/organizations/default/teams', 'teams', { name });
    await make('/organizations/default/projects', 'projects', { name });
    await make('/organizations/default/workspaces', 'workspaces', { name }, tags);
  }
});
afterAll(() => live.close());

const list = z.object({
  data: z.array(z.object({ attributes: z.looseObject({ name: z.string() }) })),
  meta: z.object({ pagination: z.object({ 'total-count': z.number() }) }),
});

test.each([
  ['/organizations', 'q'],
  ['/organizations', 'q[name]'],
  ['/organizations/default/teams', 'q'],
  ['/organizations/default/projects', 'q'],
  ['/organizations/default/tags', 'q'],
  ['/organizations/default/workspaces', 'search[name]'],
])('%s?%s=… finds a part of a name as it is written, in any case', async (path, parameter) => {
  const found = async (text: string) => {
    const answer = await live.call('GET', `${path}?${new URLSearchParams({ [parameter]: text }).toString()}`);
    const { data, meta } = list.parse(answer.body);
    expect(meta.pagination['total-count']).toBe(data.length);
    return data.map(({ attributes }) => attributes.name).sort();
  };
  expect(await found('net')).toEqual(['Net-Core', 'Net_Core']);
  expect(await found('T_C')).toEqual(['Net_Core']);
  expect(await found('_')).toEqual(['Net_Core']);
  expect(await found('%')).toEqual([]);
});
