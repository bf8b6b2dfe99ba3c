import { cruise } from 'dependency-cruiser';
import type { IForbiddenRuleType } from 'dependency-cruiser';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';

const rules: unknown = createRequire(import.meta.url)('../.dependency-cruiser.cjs');
const { forbidden } = z
  .object({ forbidden: z.array(z.custom<IForbiddenRuleType>((rule) => typeof rule === 'object' && rule !== null)) })
  .parse(rules);

/** Each rule, and an import that breaks it: from a file of src to another file or package. */
const violations: readonly (readonly [rule: string, from: string, to: string])[] = [
  ['no-circular', 'platform/a', 'platform/b'],
  ['not-to-unresolvable', 'state/c', './nowhere.js'],
  ['not-to-unlisted', 'state/d', 'unlisted'],
  ['not-to-dev-dep', 'state/e', 'tool'],
  ['sqlite-driver-in-one-place', 'platform/s', '@photostructure/sqlite'],
  ['postgresql-driver-in-one-place', 'platform/r', 'pg'],
  ['state-not-to-pki-', 'state/f', 'pki/target'],
  ['pki-not-to-state-', 'pki/g', 'state/target'],
  ['state-not-to-gateway-kit-notices-operator-settings-app-main', 'state/h', 'gateway/target'],
  ['pki-not-to-gateway-notices-operator-settings-app-main', 'pki/i', 'app'],
  ['identity-not-to-gateway-state-pki-notices-operator-settings-app-main', 'identity/j', 'state/target'],
  ['platform-not-to-gateway-state-pki-notices-identity-operator-settings-app-main', 'platform/k', 'settings/target'],
  ['gateway-rest-terraform-not-to-gateway-rest-vault-http-', 'gateway/rest/terraform/u', 'gateway/rest/vault/target'],
  ['gateway-rest-vault-not-to-gateway-rest-terraform-http-', 'gateway/rest/vault/v', 'gateway/rest/terraform/target'],
  ['gateway-rest-http-not-to-gateway-rest-terraform-vault-', 'gateway/rest/http/w', 'gateway/rest/terraform/target'],
  ['notices-not-to-gateway-operator-settings-app-main', 'notices/x', 'gateway/target'],
  ['gateway-not-to-operator-app-main', 'gateway/l', 'app'],
  ['operator-not-to-gateway-state-pki-notices-identity-app-main', 'operator/m', 'identity/target'],
  ['client-not-to--client-', 'client/q', 'platform/target'],
  [
    'gateway-rest-not-to-state-notices-pki-x509-policy-parameters-text-list-policy-identifiers-time-usages-',
    'gateway/rest/n',
    'state/target',
  ],
  ['pki-x509-not-to-platform-random-octets-identity-gateway-pki-x509-', 'pki/x509/o', 'platform/target'],
  [
    'pki-policy-not-to-platform-wording-is-record-duration-identity-gateway-pki-x509-policy-',
    'pki/policy/p',
    'pki/target',
  ],
];

let base: string;

beforeAll(() => {
  base = mkdtempSync(path.join(tmpdir(), 'trustate-rules-'));
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(base, file)), { recursive: true });
    writeFileSync(path.join(base, file), text);
  };
  write(
    'package.json',
    JSON.stringify({
      type: 'module',
      dependencies: { pg: '1.0.0', '@photostructure/sqlite': '1.0.0' },
      devDependencies: { tool: '1.0.0' },
    }),
  );
  for (const name of ['pg', '@photostructure/sqlite', 'tool', 'unlisted']) {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' }));
    write(`node_modules/${name}/index.js`, 'module.exports = {};');
  }
  const targets = [
    'app',
    ...[
      'settings',
      'platform',
      'identity',
      'state',
      'pki',
      'gateway',
      'gateway/rest/terraform',
      'gateway/rest/vault',
    ].map((room) => `${room}/target`),
  ];
  for (const target of targets) write(`src/${target}.js`, 'export const x = 1;');
  write('src/state/orphan.js', 'export const x = 1;');
  write('src/platform/b.js', "import './a.js';");
  for (const [, from, to] of violations) {
    const relative = path.posix.relative(path.posix.dirname(from), to);
    const specifier =
      (to.startsWith('@') || !to.includes('/')) && !targets.includes(to)
        ? to
        : to.startsWith('.')
          ? to
          : `${relative}.js`;
    write(
      `src/${from}.js`,
      `import '${specifier.startsWith('.') || specifier === to ? specifier : `./${specifier}`}';`,
    );
  }
});
afterAll(() => {
  rmSync(base, { recursive: true });
});

test('every rule fires on an import that breaks it', async () => {
  const { output } = await cruise(['src'], {
    baseDir: base,
    validate: true,
    doNotFollow: { path: 'node_modules' },
    ruleSet: { forbidden },
  });
  if (typeof output === 'string') throw new Error(output);
  const found = output.summary.violations.map(({ rule, from }) => `${rule.name}: ${from}`);
  const missed = violations.map(([rule, from]) => `${rule}: src/${from}.js`).filter((line) => !found.includes(line));
  expect(missed).toEqual([]);
  expect(found).toContain('no-orphans: src/state/orphan.js');
});

test('every rule is an error and has a row here', () => {
  expect(forbidden.filter(({ severity }) => severity !== 'error')).toEqual([]);
  expect(forbidden.map(({ name }) => name).sort()).toEqual(['no-orphans', ...violations.map(([rule]) => rule)].sort());
});
