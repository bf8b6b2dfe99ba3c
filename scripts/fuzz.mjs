// npm run fuzz [-- OPTION…]: strange and large requests to a real server, one at a time; docs/fuzzing.md has the options.
import { spawn } from 'node:child_process';
import { main, prepare, root, StepError } from './steps.mjs';

await main('npm run fuzz', async () => {
  await prepare();
  const child = spawn(process.execPath, ['--import', 'tsx', 'test/fuzz/main.ts', ...process.argv.slice(2)], {
    cwd: root,
    stdio: 'inherit',
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  if (code !== 0) throw new StepError('something was wrong.');
});
