// npm run mutate [-- DOMAIN… [FILE…]]: changes the pure rules of a domain one place at a time and runs the domain's own tests against each change; a
// change that no test notices is a rule that nothing holds. The report of a domain is .cache/mutation/<domain>.json and .html.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { prepare } from './prepare.mjs';
import { main, root, StepError } from './steps.mjs';

/** Domain → what is changed, the tests that have to notice, those of them that are not asked, and milliseconds after which a change counts as one that never ends. */
const domains = {
  locks: {
    rules: ['src/state/locks/{lock-columns,lock-rules}.ts'],
    tests: ['test/state/locks/lock-rules.unit.test.ts'],
  },
  acceptance: {
    rules: ['src/state/versions/{acceptance,state-lock,version-input}.ts'],
    tests: ['test/state/versions/rules.test.ts'],
  },
  statuses: {
    rules: [
      'src/state/{runs/run-status,retention/retention-policy,versions/status,workspaces/deletion-rules}.ts',
      'src/pki/crls/crl-schedule.ts',
    ],
    tests: [
      'test/state/{retention/retention-policy.unit,runs/run-status.unit,versions/rules,workspaces/workspace-rules.unit}.test.ts',
      'test/pki/crls/crl-schedule.unit.test.ts',
    ],
  },
  names: {
    rules: [
      'src/state/{projects/project-name,tags/tag-rules,text-rules,workspaces/workspace-name}.ts',
      'src/identity/names.ts',
    ],
    tests: ['test/state/{projects/project-name,tags/tag-rules,text-rules,workspaces/workspace-rules}.unit.test.ts'],
  },
  access: {
    rules: ['src/identity/access/{levels,operations}.ts'],
    tests: ['test/identity/access/{levels,operations}.unit.test.ts'],
  },
  tokens: {
    rules: ['src/identity/tokens/{service-token.rules,token-lifetime,token-text}.ts'],
    tests: ['test/identity/tokens/{token-lifetime,token-rules}.unit.test.ts'],
  },
  acl: {
    rules: [
      'src/identity/policies/{acl,hcl,json-keys,parameter-text,parameters,policy-name,policy-text,ready-policies,rules,templates}.ts',
    ],
    tests: ['test/identity/policies/{acl,json-keys,parameters,policy-name,policy-text,templates}.unit.test.ts'],
  },
  limits: {
    rules: [
      'src/gateway/admission/json-shape.ts',
      'src/gateway/execution/{budget,limits,operation-weight,plain-values}.ts',
    ],
    tests: [
      'test/gateway/admission/json-shape.unit.test.ts',
      'test/gateway/execution/{budget,executor,limits,operation-weight,plain-values}.unit.test.ts',
    ],
    aside: 'never end|empty objects|numbers$|members$|(?:brackets|quotes) in a text|refused before it is parsed',
    // Most of these rules are loops.
    patience: 10_000,
  },
  edge: {
    rules: [
      'src/gateway/admission/{bounds,places,windows}.ts',
      'src/gateway/http/senders.ts',
      'src/platform/{networks,trimmed}.ts',
    ],
    tests: [
      'test/gateway/admission/{rules,windows}.unit.test.ts',
      'test/gateway/http/senders.unit.test.ts',
      'test/platform/trimmed.unit.test.ts',
    ],
    patience: 10_000,
  },
  quota: {
    rules: ['src/state/quota/{quota-rule,stored-bytes}.ts'],
    tests: ['test/state/quota/quota-rule.unit.test.ts'],
  },
  clocks: {
    rules: ['src/platform/agreed-clock.ts', 'src/pki/crls/crl-age.ts'],
    tests: ['test/platform/agreed-clock.test.ts', 'test/pki/crls/crl-age.unit.test.ts'],
  },
  audit: {
    rules: ['src/identity/audit/chained-record.ts'],
    tests: ['test/identity/audit/chained-record.unit.test.ts'],
  },
  policy: {
    rules: ['src/pki/policy/*.ts', '!src/pki/policy/{index,remembered}.ts'],
    tests: ['test/pki/policy/*.unit.test.ts'],
    aside: 'would take long|openssl|a strict verifier|whatever is sent|any input is read',
  },
  x509: {
    rules: ['src/pki/x509/*.ts', '!src/pki/x509/index.ts'],
    tests: ['test/pki/x509/!(hostile).unit.test.ts'],
    aside:
      'openssl(?! encodes)|TLS handshake|another library|signed with|key of another kind|numbers that are none of|a hundred thousand entries|that take long',
  },
};

/** Percent of the mutants that have to die. */
const least = 90;

await main('npm run mutate', async () => {
  const given = process.argv.slice(2);
  const files = given.filter((each) => each.includes('/'));
  const asked = given.filter((each) => !files.includes(each));
  const unknown = asked.find((name) => !(name in domains));
  if (unknown) throw new StepError(`no such domain: ${unknown}. There are ${Object.keys(domains).join(', ')}.`);
  await prepare('all');
  const rows = [];
  for (const [name, domain] of Object.entries(domains)) {
    if (asked.length === 0 || asked.includes(name))
      rows.push({ name, ...(await mutate(name, files.length > 0 ? { ...domain, rules: files } : domain)) });
  }
  for (const { name, dead, alive } of rows) {
    const percent = (100 * dead) / Math.max(1, dead + alive);
    console.log(`${name.padEnd(12)} ${dead + alive} mutants, ${alive} alive: ${percent.toFixed(1)} % died`);
    if (percent < least) process.exitCode = 1;
  }
});

async function mutate(name, { rules, tests, aside = '', patience = 60_000 }) {
  mkdirSync(path.join(root, '.cache/mutation'), { recursive: true });
  process.env.MUTATION_TESTS = tests.join(' ');
  process.env.MUTATION_ASIDE = aside;
  // Once everything is installed.
  const { Stryker } = await import('@stryker-mutator/core');
  const results = await new Stryker({
    mutate: rules,
    testRunner: 'loaded',
    ignorers: ['descriptions'],
    vitest: { configFile: 'vitest.mutation.config.ts', related: false },
    coverageAnalysis: 'perTest',
    concurrency: Number(process.env.MUTATION_CONCURRENCY ?? 2),
    timeoutMS: patience,
    reporters: ['progress-append-only', 'json', 'html'],
    jsonReporter: { fileName: `.cache/mutation/${name}.json` },
    htmlReporter: { fileName: `.cache/mutation/${name}.html` },
    tempDirName: '.cache/stryker',
    ignorePatterns: ['/dist', '/.cache', '/data', '/bench', '/docs', '/examples', '/playground'],
    plugins: ['@stryker-mutator/vitest-runner', './scripts/mutation/runner.mjs'],
    thresholds: { high: 95, low: least, break: null },
    allowConsoleColors: false,
  }).runMutationTest();
  const count = (...statuses) => results.filter(({ status }) => statuses.includes(status)).length;
  return { dead: count('Killed', 'Timeout'), alive: count('Survived', 'NoCoverage') };
}
