import { createHash } from 'node:crypto';
import { terraformData } from '../e2e/harness/content.js';
import type { Choices } from './choices.js';
import type { Shot } from './shot.js';
import { strangeDocument } from './strange.js';

const outputs = {
  word: { value: 'x', type: 'string' },
  list: { value: [1, 'a', null], type: ['tuple', ['number', 'string', 'string']] },
  shape: { value: { a: { b: [true] } }, type: ['object', { a: ['object', { b: ['list', 'bool'] }] }] },
  secret: { value: 'hush', type: 'string', sensitive: true },
};
const instance = {
  schema_version: 0,
  attributes: { id: 'i-1', tags: { a: 'b' } },
  sensitive_attributes: [],
  private: 'AA==',
  dependencies: ['a.b'],
};
const state = (serial: number) => ({
  version: 4,
  terraform_version: '1.11.4',
  serial,
  lineage: 'b1946ac9-2492-4d23-8f1c-111111111111',
  outputs,
  resources: [
    terraformData('one'),
    terraformData('two', ['a', 0]),
    {
      module: 'module.m["x"].module.n[0]',
      mode: 'data',
      type: 'aws_ami',
      name: 'ami',
      provider: 'module.m.provider["registry.terraform.io/hashicorp/aws"].west',
      each: 'map',
      instances: [instance],
    },
  ],
  check_results: [
    { object_kind: 'resource', config_addr: 'a.b', status: 'pass', objects: [{ object_addr: 'a.b', status: 'pass' }] },
  ],
});

let serials = 10;

/** A state as it should be, with its serial. Each has another, so that one is not refused because of another. */
export function nextState(): readonly [serial: number, document: ReturnType<typeof state>] {
  const serial = (serials += 1);
  return [serial, state(serial)];
}

/** Creates a version with this content in the request. */
function contentShot(target: string, what: string, text: string, serial: number): Shot {
  const content = Buffer.from(text);
  const attributes = {
    ...{ serial, lineage: 'b1946ac9-2492-4d23-8f1c-111111111111', force: true },
    md5: createHash('md5').update(content).digest('hex'),
    state: content.toString('base64'),
  };
  return {
    ...{ target, what, sender: 'administrator', method: 'POST', speech: 'json-api' },
    path: '/api/v2/workspaces/{{workspace}}/state-versions',
    headers: { 'content-type': 'application/vnd.api+json' },
    body: JSON.stringify({ data: { type: 'state-versions', attributes } }),
  };
}

/** A state that is strange somewhere. */
export function stateShot(choices: Choices): Shot {
  const [serial, document] = nextState();
  return contentShot('state', 'a state in the request', strangeDocument(document, choices), serial);
}

/** Octets that leave room for base64 and what stands around it in 16 MiB. */
const most = 12 * 1024 * 1024 - 65_536;
const upTo = (part: (index: number) => string, limit = most) => {
  const parts: string[] = [];
  for (let length = 0, index = 0; length < limit; index += 1) {
    const next = part(index);
    parts.push(next);
    length += next.length + 1;
  }
  return parts.slice(0, -1).join(',');
};
const resource = (n: number, instances: string, type = 'aws_instance') =>
  `{"mode":"managed","type":"${type}","name":"r${n}","provider":"provider[\\"registry.terraform.io/hashicorp/aws\\"]","instances":[${instances}]}`;
const one = '{"schema_version":0,"attributes":{"id":"i"}}';
const output = (n: number, value: string, type = '"string"') => `"o${n}":{"value":${value},"type":${type}}`;
const nest = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

/** Parts of a state that are as large as may be: outputs, resources, and what else stands in it. */
const larges: Readonly<Record<string, () => readonly [outputs: string, resources: string, more?: string]>> = {
  'many resources': () => ['', upTo((n) => resource(n, one))],
  'many resources of different types': () => ['', upTo((n) => resource(n, one, `t${n}_x`))],
  'one resource of many instances': () => [
    '',
    resource(
      0,
      upTo((n) => `{"index_key":${n},"attributes":{"id":"i"}}`),
    ),
  ],
  'one resource of many keys': () => [
    '',
    resource(
      0,
      upTo((n) => `{"index_key":"k${n}","attributes":{"id":"i"}}`),
    ),
  ],
  'one large instance': () => ['', resource(0, `{"attributes":{"id":"${'x'.repeat(most)}"}}`)],
  'many empty objects': () => ['', upTo(() => '{}')],
  'many modules': () => ['', upTo((n) => resource(n, one).replace('{', `{"module":"module.m${n}",`))],
  'deep modules': () => [
    '',
    upTo((n) => resource(n, one).replace('{', `{"module":"${'module.m.'.repeat(400)}module.n",`)),
  ],
  '9,999 outputs': () => [Array.from({ length: 9_999 }, (_, n) => output(n, `"${'v'.repeat(1_000)}"`)).join(','), ''],
  'more outputs than may be': () => [upTo((n) => output(n, '1', '"number"')), ''],
  'one large output': () => [output(0, `"${'x'.repeat(most)}"`), ''],
  'one output of many items': () => [output(0, `[${upTo((n) => `"${n}"`)}]`, '["list","string"]'), ''],
  'one output of a large type': () => [output(0, '[]', `["tuple",[${upTo(() => '"string"')}]]`), ''],
  'a deep output': () => [output(0, nest(90)), ''],
  'deep attributes': () => ['', resource(0, `{"attributes":${nest(60_000)}}`)],
  'a large number': () => [output(0, '9'.repeat(most), '"number"'), ''],
  'long names': () => [`"${'o'.repeat(most)}":{"value":1,"type":"number"}`, ''],
  'many names at the top': () => ['', '', `,${upTo((n) => `"k${n}":1`)}`],
  'escaped text': () => [output(0, `"${'\\u0000'.repeat(most / 6)}"`), ''],
  'white space': () => ['', '', ' '.repeat(most)],
  checks: () => [
    '',
    '',
    `,"check_results":[${upTo((n) => `{"object_kind":"resource","config_addr":"a.${n}","status":"pass","objects":[]}`)}]`,
  ],
};

export function largeStateShot(choices: Choices): Shot {
  const what = choices.one(Object.keys(larges));
  const [given, resources, more = ''] = larges[what]?.() ?? ['', ''];
  const serial = (serials += 1);
  const head = `"version":4,"terraform_version":"1.11.4","serial":${serial},"lineage":"b1946ac9-2492-4d23-8f1c-111111111111"`;
  return contentShot('large-state', what, `{${head},"outputs":{${given}},"resources":[${resources}]${more}}`, serial);
}
