import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

/*
 * What the scripts of package.json share: programs that they run, side by side too.
 */
const steps = new URL('../../scripts/steps.mjs', import.meta.url).href;

function script(body: string) {
  const code = `import { main, must, run } from ${JSON.stringify(steps)};\n${body}`;
  return spawnSync(process.execPath, ['--input-type=module', '--eval', code], { encoding: 'utf8' });
}

test('of programs side by side that fail, the first one is told: what it printed, and last its status', () => {
  const { status, stderr } = script(`
    const fails = (label, ms, code) =>
      must(process.execPath, ['-e', \`setTimeout(() => { console.log('from \${label}'); process.exitCode = \${code}; }, \${ms})\`], { quiet: true, label });
    await main('npm start', () => Promise.all([fails('slow', 1_000, 3), fails('quick', 0, 2), fails('sound', 0, 0)]));
  `);
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: 'from quick\nnpm start: quick failed with status 2.\n',
  });
});

test('on Windows, programs by their paths need no shell, which would split paths and arguments at spaces', () => {
  const { status, stdout, stderr } = script(`
    Object.defineProperty(process, 'platform', { value: 'win32' });
    const { code, output } = await run(process.execPath, ['-p', '"a b".length'], { quiet: true });
    console.log(code, output.trim());
  `);
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '0 3\n', stderr: '' });
});
