// npm test: installs what is missing, generates, runs the checks and every test. `npm test -- PATH` runs those tests
// and no checks. The last line is `N passed, N failed`, where each check counts as one.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { prepare } from './prepare.mjs';
import { main, prismaEnv, root, run, seconds } from './steps.mjs';

const tool = (file, ...args) => [process.execPath, [path.join(root, 'node_modules', file), ...args]];
const ours = (file, ...args) => [process.execPath, [path.join(root, file), ...args]];

/** What must hold beside the tests; what takes longest begins first. */
const checks = [
  // The type check is part of it, of the playground and the portal too: one program of the types serves both.
  { name: 'lint and types', command: tool('oxlint/bin/oxlint', '--max-warnings', '0', '.') },
  { name: 'formatting', command: tool('oxfmt/bin/oxfmt', '--check', '.') },
  {
    name: 'dependency rules',
    command: tool('dependency-cruiser/bin/dependency-cruise.mjs', 'src', '--config', '.dependency-cruiser.cjs'),
  },
  { name: 'schema keeps its promises', command: ours('scripts/check-schema.mjs') },
  { name: 'generated files are current', command: ours('scripts/check-generated.mjs') },
];

await main('npm test', async () => {
  const asked = process.argv.slice(2);
  const began = Date.now();
  mkdirSync(path.join(root, '.cache'), { recursive: true });
  console.log('Trustate: checks and tests');
  const counting = await prepare('all', () => (asked.length > 0 ? [] : check()));
  const parts = await Promise.all([...counting, test(asked)]);
  const passed = parts.reduce((sum, part) => sum + part.passed, 0);
  const failed = parts.reduce((sum, part) => sum + part.failed, 0);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
  // Once more at the end: who reads only the last page of a log sees the tests there, and not what a check said before them.
  for (const complaint of parts.flatMap(({ complaints = [] }) => complaints)) console.log(complaint);
  console.log(`Took ${seconds(began)}.`);
  console.log(`${passed} passed, ${failed} failed`);
});

/** The checks, as many at a time as there are cores for. Resolves when a core has no more of them to do: the last ones end beside the tests. */
async function check() {
  const waiting = [...checks];
  const total = { passed: 0, failed: 0, complaints: [] };
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const began = Date.now();
      const [command, args] = next.command;
      const { code, output } = await run(command, args, { quiet: true, label: next.name, env: prismaEnv });
      const ok = code === 0;
      if (ok) total.passed += 1;
      else total.failed += 1;
      console.log(`  ${`${next.name} `.padEnd(28, '.')} ${ok ? seconds(began) : 'FAILED'}`);
      if (ok) continue;
      const complaint = output.trimEnd().replaceAll(/^/gm, '    ');
      console.log(complaint);
      total.complaints.push(`  ${next.name} FAILED\n${complaint}`);
    }
  };
  const workers = Array.from({ length: Math.min(3, availableParallelism()) }, worker);
  await Promise.race(workers);
  return [Promise.all(workers).then(() => total)];
}

/** The tests; a run that ends without a report, or with an error outside of a test, is a failure of its own. */
async function test(asked) {
  const report = path.join(root, '.cache/vitest.json');
  rmSync(report, { force: true });
  const [command, args] = tool(
    'vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...asked,
  );
  const { code } = await run(command, args);
  if (!existsSync(report)) return { passed: 0, failed: 1 };
  const { numPassedTests: passed, numFailedTests: failed } = JSON.parse(readFileSync(report, 'utf8'));
  return { passed, failed: failed === 0 && code !== 0 ? 1 : failed };
}
