// npm run torture [-- OPTION…]: a random load on real servers, with faults, and then the check of every acknowledgement; docs/torture.md has the options.
import { spawn } from 'node:child_process';
import { main, prepare, root, StepError } from './steps.mjs';

await main('npm run torture', async () => {
  await prepare();
  const child = spawn(process.execPath, ['--import', 'tsx', 'test/torture/main.ts', ...process.argv.slice(2)], {
    cwd: root,
    stdio: 'inherit',
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  if (code !== 0) throw new StepError('something is not as it was acknowledged.');
});
