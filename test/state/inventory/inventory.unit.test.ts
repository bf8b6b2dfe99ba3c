import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readInventory } from '../../../src/state/inventory/read-inventory.js';
import { cut, places, reused, whole } from '../content/bytes.js';
import { state } from '../states/index.js';
import { Collected, textsOf } from './collected.js';

async function inventoryOf(content: string | Uint8Array) {
  const sink = new Collected();
  const result = await readInventory(typeof content === 'string' ? whole(content) : [content], sink);
  if (!result.readable) throw new Error(JSON.stringify(result.problems));
  return { ...result.inventory, sink };
}

async function problemsOf(text: string) {
  const result = await readInventory(whole(text));
  return result.readable ? [] : result.problems.map(({ code, message }) => [code, message]);
}

describe('a state of format 4', () => {
  test('in the documented shapes', async () => {
    const { sink, ...inventory } = await inventoryOf(state('v4-by-hand.tfstate'));
    expect(inventory).toEqual({
      stateFormat: 4,
      engineVersion: '1.5.7',
      modules: {
        root: { 'data.terraform-remote-state': 1, 'null-resource': 1, 'aws-s3-bucket': 3 },
        'root.net["eu.1"].subnet[0]': { 'aws-subnet': 2 },
      },
      providers: {
        'provider["terraform.io/builtin/terraform"]': { 'data.terraform-remote-state': 1 },
        'provider["registry.terraform.io/hashicorp/null"]': { 'null-resource': 1 },
        'provider["registry.terraform.io/hashicorp/aws"].west': { 'aws-s3-bucket': 3 },
        'module.net.provider["registry.terraform.io/hashicorp/aws"]': { 'aws-subnet': 2 },
      },
      outputs: [],
      resourceCount: 4,
      instanceCount: 7,
      managedCount: 6,
      billableRumCount: 5,
    });
    const { documents, index } = textsOf(sink.found);
    const shown: unknown = JSON.parse(`[${Buffer.from(documents).toString()}]`);
    expect(shown).toHaveLength(4);
    expect(shown).toMatchObject([
      {
        name: 'other_username',
        type: 'data.terraform_remote_state',
        count: 1,
        module: 'root',
        provider: 'provider["terraform.io/builtin/terraform"]',
      },
      {},
      {},
      {
        name: 'main',
        type: 'aws_subnet',
        count: 2,
        module: 'root.net["eu.1"].subnet[0]',
        provider: 'module.net.provider["registry.terraform.io/hashicorp/aws"]',
      },
    ]);
    const kept: unknown = JSON.parse(Buffer.from(index).toString());
    expect(kept).toEqual([
      [
        'data.terraform_remote_state.other_username',
        'root',
        'data',
        'terraform_remote_state',
        'other_username',
        'provider["terraform.io/builtin/terraform"]',
        1,
      ],
      expect.any(Array),
      expect.any(Array),
      [
        'module.net["eu.1"].module.subnet[0].aws_subnet.main',
        'module.net["eu.1"].module.subnet[0]',
        'managed',
        'aws_subnet',
        'main',
        'module.net.provider["registry.terraform.io/hashicorp/aws"]',
        2,
      ],
    ]);
    expect(sink.found.map(({ address, count }) => [address, count])).toEqual([
      ['data.terraform_remote_state.other_username', 1],
      ['null_resource.random', 1],
      ['aws_s3_bucket.logs', 3],
      ['module.net["eu.1"].module.subnet[0].aws_subnet.main', 2],
    ]);
    expect(sink.addresses).toEqual([
      'data.terraform_remote_state.other_username',
      'null_resource.random',
      'aws_s3_bucket.logs["a.b/ü \\"q\\""]',
      'aws_s3_bucket.logs["$${x}"]',
      'aws_s3_bucket.logs["gone"]',
      'module.net["eu.1"].module.subnet[0].aws_subnet.main[0]',
      'module.net["eu.1"].module.subnet[0].aws_subnet.main[1]',
    ]);
  });

  test('written by terraform: its own list of addresses', async () => {
    const { sink, engineVersion, billableRumCount, instanceCount } = await inventoryOf(state('genuine-v4.tfstate'));
    expect([engineVersion, billableRumCount, instanceCount]).toEqual(['1.11.4', 0, 14]);
    // `terraform state list` of the same state.
    expect([...sink.addresses].sort()).toEqual(
      [
        'terraform_data.map["$${x}"]',
        'terraform_data.map["a.b"]',
        'terraform_data.map["back\\\\slash"]',
        'terraform_data.map["c/d"]',
        'terraform_data.map["new\\nline"]',
        'terraform_data.map["q\\"q"]',
        'terraform_data.map["åäö"]',
        'terraform_data.n[0]',
        'terraform_data.n[1]',
        'terraform_data.one',
        'module.kid["eu.1"].terraform_data.inner',
        'module.kid["us]2"].terraform_data.inner',
        'module.kid["eu.1"].module.sub[0].terraform_data.deep',
        'module.kid["us]2"].module.sub[0].terraform_data.deep',
      ].sort(),
    );
    expect(new Set(sink.found.map((resource) => resource.module))).toEqual(
      new Set(['root', 'root.kid["eu.1"]', 'root.kid["us]2"]', 'root.kid["eu.1"].sub[0]', 'root.kid["us]2"].sub[0]']),
    );
  });

  test('outputs keep their exact type and every digit', async () => {
    const { outputs } = await inventoryOf(state('genuine-v4.tfstate'));
    expect(outputs.map(({ name, type, detailedType, sensitive }) => [name, type, detailedType, sensitive])).toEqual([
      ['flag', 'boolean', '"bool"', false],
      ['lst', 'array', '["list","string"]', false],
      ['mp', 'object', '["map","string"]', false],
      ['num', 'number', '"number"', false],
      ['obj', 'object', '["object",{"a":"number","b":["tuple",["string","bool"]]}]', false],
      ['plain', 'string', '"string"', false],
      ['sec', 'string', '"string"', true],
      ['st', 'array', '["set","string"]', false],
      ['tup', 'array', '["tuple",["number","string","dynamic"]]', false],
    ]);
    expect(outputs.find((output) => output.name === 'num')?.value).toBe('12345678901234567890');
  });

  test('holds no attribute of a resource', async () => {
    const { sink, ...inventory } = await inventoryOf(
      '{"version":4,"resources":[{"mode":"managed","type":"t","name":"n","instances":[{"attributes":{"p":"s3cret"},"private":"s3cret","attributes_flat":{"p":"s3cret"}}]}]}',
    );
    expect(inventory.instanceCount).toBe(1);
    expect(JSON.stringify([inventory, sink.found, sink.foundInstances])).not.toContain('s3cret');
  });

  test('is read the same when members come in another order', async () => {
    const sorted = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(sorted)
        : typeof value === 'object' && value !== null
          ? Object.fromEntries(
              Object.entries(value)
                .map(([k, v]) => [k, sorted(v)] as const)
                .sort(([a], [b]) => (a < b ? -1 : 1)),
            )
          : value;
    for (const name of ['v4-by-hand.tfstate', 'v3.tfstate'] as const) {
      const content = state(name);
      const { sink, ...inventory } = await inventoryOf(content);
      const reordered = await inventoryOf(JSON.stringify(sorted(JSON.parse(content.toString('utf8')))));
      expect({ ...reordered, sink: undefined }).toEqual({ ...inventory, sink: undefined });
      expect([...reordered.sink.addresses].sort()).toEqual([...sink.addresses].sort());
    }
  });

  test('takes the last of two sections with one name', async () => {
    const resource = (name: string) => `{"mode":"managed","type":"aws_x","name":"${name}","instances":[{}]}`;
    const { sink, modules, outputs, instanceCount } = await inventoryOf(
      `{"resources":[${resource('a')},${resource('b')}],"outputs":{"o":{"value":1}},"resources":[${resource('c')}],` +
        '"outputs":{"p":{"value":2}},"version":4,"resources":null}',
    );
    expect([sink.addresses, modules, instanceCount]).toEqual([['aws_x.c'], { root: { 'aws-x': 1 } }, 1]);
    expect(outputs.map(({ name, detailedType }) => [name, detailedType])).toEqual([['p', '"number"']]);
  });
});

describe('states of formats 1 to 3', () => {
  test('format 3, as terraform 0.11 wrote it', async () => {
    const { sink, ...inventory } = await inventoryOf(state('v3.tfstate'));
    expect(inventory).toMatchObject({
      stateFormat: 3,
      engineVersion: '0.11.14',
      modules: {
        root: { 'aws-instance': 2, 'data.aws-ami': 1, 'null-resource': 1 },
        'root.net.sub': { 'aws-vpc': 1 },
      },
      providers: {
        'provider.aws': { 'aws-instance': 2, 'data.aws-ami': 1 },
        'provider.null': { 'null-resource': 1 },
        'module.net.provider.aws.west': { 'aws-vpc': 1 },
      },
      resourceCount: 4,
      instanceCount: 5,
      managedCount: 4,
      billableRumCount: 3,
    });
    expect(inventory.outputs).toEqual([
      {
        name: 'address',
        sensitive: false,
        type: 'string',
        detailedType: '"string"',
        value: '"10.0.0.1"',
        omitted: false,
      },
      {
        name: 'password',
        sensitive: true,
        type: 'string',
        detailedType: '"string"',
        value: '"hunter2"',
        omitted: false,
      },
      {
        name: 'subnets',
        sensitive: false,
        type: 'array',
        detailedType: '["tuple",["string","string"]]',
        value: '["a","b"]',
        omitted: false,
      },
      {
        name: 'tags',
        sensitive: false,
        type: 'object',
        detailedType: '["object",{"Name":"string"}]',
        value: '{"Name":"web"}',
        omitted: false,
      },
    ]);
    expect(sink.addresses).toEqual([
      'aws_instance.web[0]',
      'aws_instance.web[1]',
      'data.aws_ami.image',
      'null_resource.once',
      'module.net.module.sub.aws_vpc.main',
    ]);
  });

  test.each([
    [1, '{"o":"plain"}', [['o', 'string', '"plain"']]],
    [2, '{"o":{"sensitive":false,"type":"string","value":"x"}}', [['o', 'string', '"x"']]],
  ])('format %i', async (version, outputs, expected) => {
    const inventory = await inventoryOf(
      `{"version":${version},"serial":1,"modules":[{"path":["root"],"outputs":${outputs},"resources":{"aws_x.y":{"type":"aws_x","primary":{"id":"1"}}}}]}`,
    );
    expect(inventory.modules).toEqual({ root: { 'aws-x': 1 } });
    expect(inventory.outputs.map(({ name, type, value }) => [name, type, value])).toEqual(expected);
  });

  test('what a later format calls resources is not theirs', async () => {
    const { resourceCount } = await inventoryOf(
      '{"version":3,"resources":[{"mode":"managed","type":"t","name":"n","instances":[{}]}],"modules":[]}',
    );
    expect(resourceCount).toBe(0);
  });
});

describe('content that is no readable state', () => {
  test.each([
    ['', 'NOT_JSON', 'it is empty at byte 0'],
    ['nonsense', 'NOT_JSON', 'unexpected character at byte 1'],
    ['{"version":4,"resources":[', 'NOT_JSON', 'it ends too early at byte 26'],
    ['[]', 'NOT_AN_OBJECT', 'is not a JSON object'],
    ['{"resources":[]}', 'NO_VERSION', 'no state format version'],
    ['{"version":99}', 'UNSUPPORTED_VERSION', '99'],
    ['{"version":4,"resources":{}}', 'MALFORMED', 'resources is not an array'],
    ['{"version":4,"outputs":[]}', 'MALFORMED', 'outputs is not an object'],
    ['{"version":4,"resources":[7]}', 'MALFORMED', 'resource 0 is not an object'],
    ['{"version":4,"resources":[{"mode":"managed","name":"n"}]}', 'MALFORMED', 'resource 0 has no type'],
    ['{"version":4,"resources":[{"mode":"managed","type":"t"}]}', 'MALFORMED', 'resource 0 has no name'],
    ['{"version":4,"resources":[{"type":"t","name":"n"}]}', 'MALFORMED', 'resource 0 has no mode'],
    ['{"version":4,"outputs":{"a\\u0000b":{"value":1}}}', 'MALFORMED', 'a name contains the NUL character'],
    [
      '{"version":4,"resources":[{"mode":"managed","type":"t","name":"n\\u0000"}]}',
      'MALFORMED',
      'resource 0 has no name',
    ],
    ['{"version":3,"modules":[{"path":["root","a\\u0000"]}]}', 'MALFORMED', 'a module path is not a list of names'],
    ['{"version":4,"resources":[{"instances":{}}]}', 'MALFORMED', 'resource 0 has instances that are not a list'],
    ['{"version":3,"modules":[{"path":["root"],"resources":{"noname":{}}}]}', 'MALFORMED', 'resource key "noname"'],
    ['{"version":3,"modules":[{"path":"root"}]}', 'MALFORMED', 'a module has no path'],
  ])('%s', async (text, code, detail) => {
    expect(await problemsOf(text)).toEqual([[code, expect.stringContaining(detail)]]);
  });

  test('nesting in an attribute', async () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    expect(await problemsOf(`{"version":4,"resources":[{"instances":[{"attributes":{"a":${deep}}}]}]}`)).toEqual([
      ['TOO_DEEP', expect.stringContaining('nested too deeply')],
    ]);
  });

  test('errors of the stream and of the sink are the caller’s', async () => {
    const broken = (function* (): Generator<Uint8Array> {
      yield* whole('{"version":4');
      throw new Error('connection lost');
    })();
    await expect(readInventory(broken)).rejects.toThrow('connection lost');
    const full = { resources: () => Promise.reject(new Error('disk full')) };
    await expect(readInventory([state('v3.tfstate')], full)).rejects.toThrow('disk full');
  });
});

describe('however the bytes come', () => {
  test.each(['v4-by-hand.tfstate', 'v3.tfstate', 'genuine-v4.tfstate'] as const)('%s', async (name) => {
    const content = state(name);
    const { sink, ...inventory } = await inventoryOf(content);
    await fc.assert(
      fc.asyncProperty(places, async (at) => {
        const again = new Collected();
        const result = await readInventory(reused(cut(content, at)), again);
        expect(result).toEqual({ readable: true, inventory });
        expect([again.found, again.foundInstances]).toEqual([sink.found, sink.foundInstances]);
      }),
    );
  });

  test('cut off or altered states give a result', async () => {
    const content = state('v4-by-hand.tfstate');
    await fc.assert(
      fc.asyncProperty(fc.nat(content.length - 1), fc.nat(255), fc.boolean(), async (at, byte, cutOff) => {
        const altered = cutOff ? content.subarray(0, at) : Uint8Array.from(content);
        if (!cutOff) altered[at] = byte;
        const result = await readInventory([altered]);
        expect(result.readable ? 1 : result.problems.length).toBeGreaterThan(0);
        if (cutOff) expect(result.readable).toBe(at >= content.length - 1);
      }),
      { numRuns: 1_000 },
    );
  });
});

test('outputs beyond the limit are named but not kept', async () => {
  const text = `{"version":4,"outputs":{"a":{"value":"12"},"big":{"value":"${'x'.repeat(100)}","type":"string"},"c":{"value":1}}}`;
  const result = await readInventory(whole(text), {}, { outputBytes: 50 });
  expect(
    result.readable && result.inventory.outputs.map(({ name, value, omitted, type }) => [name, value, omitted, type]),
  ).toEqual([
    ['a', '"12"', false, 'string'],
    ['big', null, true, 'string'],
    ['c', '1', false, 'number'],
  ]);
});
