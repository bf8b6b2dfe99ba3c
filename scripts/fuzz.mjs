// npm run fuzz [-- OPTION…]: strange and large requests to a real server, one at a time; docs/fuzzing.md has the options.
import { helped } from './helped.mjs';
import { prepare } from './prepare.mjs';
import { main, run, StepError } from './steps.mjs';

await main('npm run fuzz', async () => {
  if (await helped('test/fuzz/main.ts')) return;
  await prepare('all');
  const { code } = await run(process.execPath, ['--import', 'tsx', 'test/fuzz/main.ts', ...process.argv.slice(2)]);
  if (code !== 0) throw new StepError('something was wrong.');
});
