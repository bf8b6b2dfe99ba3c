import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readPolicy } from '../../../src/identity/policies/policy-text.js';
import { readyPolicies } from '../../../src/identity/policies/ready-policies.js';
import { capabilities } from '../../../src/identity/policies/rules.js';
import { ProblemError } from '../../../src/platform/problems.js';

const issue = [{ path: 'pki/issue/+', capabilities: ['update'] }];

describe('what a policy says', () => {
  test.each([
    ['HCL', 'path "pki/issue/+" {\n  capabilities = ["update"]\n}\n'],
    ['HCL in a line', 'path "pki/issue/+" { capabilities = ["update"] }'],
    ['HCL with a comma at the end', 'path "pki/issue/+" { capabilities = ["update",], }'],
    ['a path with a slash before it', 'path "/pki/issue/+" { capabilities = ["update"] }'],
    ['quoted names', '"path" "pki/issue/+" { "capabilities" = ["update"] }'],
    [
      'comments',
      '# one\n// two\n/* three\n } */ path /**/ "pki/issue/+" { # here\n capabilities = ["update" // there\n] }',
    ],
    ['a name of its own', 'name = "issuers"\npath "pki/issue/+" { capabilities = ["update"] }'],
    ['escapes', String.raw`path "pki/\u0069ssue/+" { capabilities = ["update"] }`],
    ['Windows lines', 'path "pki/issue/+" {\r\n  capabilities = ["update"]\r\n}\r\n'],
    ['a byte order mark', '\uFEFFpath "pki/issue/+" { capabilities = ["update"] }'],
    ['JSON', '{"path": {"pki/issue/+": {"capabilities": ["update"]}}}'],
    ['a comment of its own', 'path "pki/issue/+" { capabilities = ["update"] comment = "why" }'],
    ['JSON after blank lines', ' \n\t{"path": {"pki/issue/+": {"capabilities": ["update"]}}}'],
    [
      'JSON that says something twice',
      '{"path": {"pki/issue/+": {"comment": "\\"path\\":", "capabilities": ["update"]}}}',
    ],
    ['JSON with lists', '{"name": "x", "path": [{"pki/issue/+": [{"capabilities": ["update"]}]}]}'],
  ])('%s', (_what, text) => {
    expect(readPolicy(text)).toEqual(issue);
  });

  test('several blocks in their order', () => {
    const text = 'path "a" { capabilities = ["deny"] } path "b*" { capabilities = [] }';
    expect(readPolicy(text)).toEqual([
      { path: 'a', capabilities: ['deny'] },
      { path: 'b*', capabilities: [] },
    ]);
  });

  test.each([
    ['path "a" {}', []],
    ['path "a" { comment = "nothing" }', []],
    ['{"path": {"a": {}}}', []],
    ['{"path": {"a": {"capabilities": null}}}', []],
    ['path "a" { policy = "deny" }', ['deny']],
    ['path "a" { policy = "read" }', ['read', 'list']],
    ['path "a" { policy = "write" }', ['create', 'read', 'update', 'delete', 'list']],
    ['path "a" { policy = "sudo" }', ['create', 'read', 'update', 'delete', 'list', 'sudo']],
    ['path "a" { policy = "" }', []],
    ['path "a" { capabilities = ["patch", "read"] policy = "read" }', ['patch', 'read', 'list']],
    ['{"path": {"a": {"policy": "read"}}}', ['read', 'list']],
  ])('%s allows %j', (text, allowed) => {
    expect(readPolicy(text)).toEqual([{ path: 'a', capabilities: allowed }]);
  });

  test('texts with escapes, and numbers, are what they stand for', () => {
    const values = String.raw`"a\nb\r\t\"\\", "\u00e9", 1.25, -2, 0.5, 12345`;
    expect(readPolicy(`path "a" { capabilities = [] denied_parameters = { "x" = [${values}] } }`)).toEqual([
      { path: 'a', capabilities: [], deniedParameters: { x: ['a\nb\r\t"\\', 'é', 1.25, -2, 0.5, 12345] } },
    ]);
  });

  test('a stanza that names nothing says nothing', () => {
    const text = 'path "a" { capabilities = [] denied_parameters = {} required_parameters = [] }';
    expect(readPolicy(text)).toEqual([{ path: 'a', capabilities: [] }]);
  });

  test('as much as is allowed', () => {
    expect(readPolicy(`#${' '.repeat(262_143)}`)).toEqual([]);
    expect(readPolicy('path "a" { capabilities = [] }\n'.repeat(4_096))).toHaveLength(4_096);
    expect(readPolicy(`path "${'a'.repeat(1_024)}" { capabilities = [] }`)).toHaveLength(1);
  });

  test.each(['', '  \n# nothing\n', '{}'])('%j says nothing', (text) => {
    expect(readPolicy(text)).toEqual([]);
  });

  /** The access guidance of Vault's API documentation, PKI; `default` is what every token needs to look after itself. */
  test.each([
    [
      'default',
      {
        'auth/token/lookup-self': 'read',
        'auth/token/renew-self': 'update',
        'auth/token/revoke-self': 'update',
        'sys/capabilities-self': 'update',
        'sys/leases/lookup': 'update',
        'sys/leases/renew': 'update',
        'sys/wrapping/wrap': 'update',
        'sys/wrapping/lookup': 'update',
        'sys/wrapping/unwrap': 'update',
        'sys/internal/ui/mounts': 'read',
        'sys/internal/ui/mounts/*': 'read',
      },
    ],
    [
      'pki-user',
      { 'pki/issue/+': 'update', 'pki/sign/+': 'update', 'pki/revoke-with-key': 'update', 'pki/cert/*': 'read' },
    ],
    [
      'pki-operator',
      {
        'pki/*': 'create read update patch delete list',
        'pki/root/sign-self-issued': 'update sudo',
        'sys/mounts': 'read',
        'sys/mounts/pki/tune': 'read update',
      },
    ],
  ])('the ready policy %s', (name, allowed) => {
    const rules = readPolicy(readyPolicies[name] ?? '').map((rule) => [rule.path, rule.capabilities.join(' ')]);
    expect(rules).toEqual(Object.entries(allowed));
  });

  test('there are three ready policies', () => {
    expect(Object.keys(readyPolicies)).toHaveLength(3);
  });
});

function refusalOf(text: string): ProblemError {
  try {
    readPolicy(text);
  } catch (error) {
    if (error instanceof ProblemError) return error;
    throw error;
  }
  throw new Error('it was taken');
}

describe('what is refused', () => {
  test.each([
    ['path "a" { capabilities = ["reed"] }', 'invalid capability "reed"'],
    ['path "a" { capabilities = "read" }', 'capabilities must be a list'],
    ['path "a" { capabilities = 3 }', 'capabilities must be a list'],
    ['path "a" { capabilities = read }', 'capabilities must be a list'],
    ['path "a" { capabilities = [read] }', 'line 1: expected a quoted text, found a name'],
    ['path "a" { capabilities ["read"] }', 'line 1: expected "=", found "["'],
    ['path "a" { capabilities = ] }', 'line 1: expected "[", found "]"'],
    ['path "a" capabilities', 'line 1: expected "{", found a name'],
    ['path }', 'line 1: expected a quoted text, found "}"'],
    ['path = "a"', 'line 1: expected a quoted text, found "="'],
    ['path 5 {}', 'line 1: expected a quoted text, found a number'],
    ['name "a" {}', 'line 1: invalid key "name"'],
    ['path "a" { capabilities = [] denied_parameters = { "" = [] } }', 'denied_parameters: a name is empty'],
    ['path "a" { capabilities = [] denied_parameters = { "x" = ["*"] } }', 'path "a": denied_parameters: "x" has the'],
    ['path "a" { capabilities = [] required_parameters = [""] }', 'required_parameters must be a list of names'],
    [`path "${'a'.repeat(1_025)}" { capabilities = [] }`, 'a path has more than 1024 characters'],
    ['path "a" { policy = "admin" }', 'path "a": invalid policy "admin"'],
    ['path "a" { policy = ["write"] }', 'path "a": invalid policy ["write"]'],
    ['path "a" { capabilities = ["read"]\n mfa_methods = ["one"] }', '"mfa_methods" is not supported here'],
    [
      'path "a" { capabilities = ["read"]\n min_wrapping_ttl = "1m"\n max_wrapping_ttl = 59 }',
      'path "a": max_wrapping_ttl cannot be less than min_wrapping_ttl',
    ],
    ...['"soon"', '-1', '"500ms"', '[1]', 'true'].map((value) => [
      `path "a" { capabilities = ["read"]\n max_wrapping_ttl = ${value} }`,
      'path "a": max_wrapping_ttl is not a duration of whole seconds',
    ]),
    ['path "a" { capabilities = ["read"]\n denied_parameters = ["x"] }', 'path "a": denied_parameters must be a map'],
    [
      'path "a" { capabilities = []\n allowed_parameters = { "x" = "y" } }',
      'line 2: expected "[", found a quoted text',
    ],
    ['path "a" { capabilities = []\n allowed_parameters = { "x" = [{}] } }', 'line 2: expected a quoted text'],
    ['path "a" { capabilities = []\n allowed_parameters = { "x" = [], "x" = [] } }', 'line 2: "x" is given twice'],
    [
      'path "a" { capabilities = [] allowed_parameters = { "x" = [] "X" = [] } }',
      'allowed_parameters: "x" is given twice',
    ],
    ['path "a" { capabilities = [] allowed_parameters = { "*" = ["x"] } }', 'allowed_parameters: "*" takes no values'],
    ['path "a" { capabilities = [] denied_parameters = { "x" = ["*"] } }', 'the empty list stands for any value'],
    ['path "a" { capabilities = [] required_parameters = "x" }', 'required_parameters must be a list of names'],
    ['path "a" { capabilities = [] required_parameters = [1] }', 'required_parameters must be a list of names'],
    ['path "a" { capabilities = [] required_parameters = [1a] }', 'unexpected "1"'],
    ['path "a" { capabilities = ["read"] capabilities = ["sudo"] }', '"capabilities" is given twice'],
    ['path "" { capabilities = ["read"] }', 'a path is empty'],
    ['path "a/+*" { capabilities = ["read"] }', 'invalid use of wildcards'],
    ['path a { capabilities = ["read"] }', 'line 1: expected a quoted text, found a name'],
    ['path "a" { capabilities = ["read"]', 'found the end'],
    ['path "a" {\n capabilities = ["read" "list"] }', 'line 2: expected ","'],
    ['path "a { capabilities = ["read"] }', 'line 1'],
    ['path "${a}" { capabilities = ["read"] }', 'templates are not supported'],
    ['path "pki/{{identity.entity.id" { capabilities = ["read"] }', 'unbalanced templating characters'],
    ['path "pki/identity.entity.id}}" { capabilities = ["read"] }', 'unbalanced templating characters'],
    ['path "pki/{{identity.entity.id}}}}" { capabilities = ["read"] }', 'unbalanced templating characters'],
    ['path "{{a {{identity.entity.id}}" { capabilities = ["read"] }', 'unbalanced templating characters'],
    [
      'path "pki/{{identity.entity.metadata.team}}" { capabilities = ["read"] }',
      'path "pki/{{identity.entity.metadata.team}}": "{{identity.entity.metadata.team}}" is not supported here',
    ],
    ['path "{{identity.entity.aliases.x.name}}" { capabilities = ["read"] }', 'aliases.x.name}}" is not supported'],
    ['path "{{identity.groups.ids.fb036ebc.name}}" { capabilities = ["read"] }', 'fb036ebc.name}}" is not supported'],
    ['path "{{identity.groups.names..id}}" { capabilities = ["read"] }', 'names..id}}" is not supported'],
    ['{"path": {"pki/{{time.now}}": {"capabilities": ["read"]}}}', '"{{time.now}}" is not supported here'],
    [String.raw`path "\x" { capabilities = ["read"] }`, 'unknown escape'],
    ['paths "a" { capabilities = ["read"] }', 'invalid key "paths"'],
    ['/* path "a" { capabilities = ["read"] }', 'unexpected "/"'],
    ['{"path": {"a": {"capabilities": [], "denied_parameters": {"x": 1}}}}', '"x" must be a list of values'],
    ['{"path": {"a": {"capabilities": [], "denied_parameters": {"x": [{}]}}}}', 'neither text, a number'],
    ['{"path": {"a": {"capabilities": [], "denied_parameters": {"x": [["a", {}]]}}}}', 'neither text, a number'],
    ['{"path": {"a": {"capabilities": [], "denied_parameters": {"length": 1}}}}', '"length" must be a list of values'],
    [
      '{"path": {"a": {"capabilities": [], "denied_parameters": [{}, {}]}}}',
      'denied_parameters must be a map of names',
    ],
    ['{"path": {"a": {"capabilities": [], "denied_parameters": null}}}', 'denied_parameters must be a map of names'],
    ['{"path": {"a": 1}}', 'path "a" must be an object'],
    ['{"path": {"a": [[]]}}', 'path "a" must be an object'],
    ['{"path": null}', 'path must be an object'],
    ['{"path": {"a": {"capabilities": [1]}}}', 'invalid capability 1'],
    [
      '{"path": {"a": {"capabilities": ["deny"]}, "\\u0061": {"capabilities": ["update"]}}}',
      '"a" is given twice in one object: give several blocks for one path as a list',
    ],
    ['{"path": {"a": {"capabilities": ["deny"], "capabilities": ["read"]}}}', '"capabilities" is given twice'],
    ['{"path": {"a": {"capabilities": []}}, "path": [{}]}', '"path" is given twice'],
    [
      '{"path": [{"a": {"capabilities": [], "denied_parameters": {"x": ["a"], "x": ["b"]}}}]}',
      '"x" is given twice in one object',
    ],
    ['{"paths": {}}', 'invalid key "paths"'],
    ['{"path": "a"}', 'path must be an object'],
    ['{"path": ', 'not valid JSON'],
    [`# ${'x'.repeat(300_000)}`, 'characters'],
    ['path "a" { capabilities = [] }\n'.repeat(4_097), 'paths'],
  ])('%.60j', (text, reason) => {
    const refusal = refusalOf(text);
    expect(refusal).toMatchObject({ code: 'INVALID_INPUT', field: ['policy'] });
    expect(refusal.message).toContain(reason);
  });
});

describe('any text', () => {
  const words = fc.constantFrom(
    'path',
    '"pki/*"',
    '{',
    '}',
    '[',
    ']',
    'capabilities',
    '=',
    '"read"',
    ',',
    '#',
    '\n',
    '/*',
    '*/',
    '"',
    '\\',
  );
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(words, { maxLength: 40 }).map((parts) => parts.join(' ')),
  );

  test('is a policy or a refusal', () => {
    fc.assert(
      fc.property(text, (given) => {
        try {
          for (const rule of readPolicy(given)) {
            expect(rule.path).not.toBe('');
            for (const capability of rule.capabilities) expect(capabilities).toContain(capability);
          }
        } catch (error) {
          expect(error).toBeInstanceOf(ProblemError);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test('a policy written out is read back', () => {
    const path = fc
      .string({ minLength: 1, maxLength: 20 })
      .filter((each) => !/^\/|\+\*|\$\{|\{\{|\}\}|^\s*$/.test(each));
    const held = fc.uniqueArray(fc.constantFrom(...capabilities));
    fc.assert(
      fc.property(fc.array(fc.tuple(path, held), { maxLength: 5 }), (rules) => {
        const written = rules.map(
          ([at, words]) => `path ${JSON.stringify(at)} { capabilities = ${JSON.stringify(words)} }`,
        );
        expect(readPolicy(written.join('\n'))).toEqual(rules.map(([at, words]) => ({ path: at, capabilities: words })));
      }),
    );
  });
});
