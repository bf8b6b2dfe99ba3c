// npm run torture [-- OPTION…]: a random load on real servers, with faults, and then the check of every acknowledgement; docs/torture.md has the options.
import { helped } from './helped.mjs';
import { prepare } from './prepare.mjs';
import { main, run, StepError } from './steps.mjs';

await main('npm run torture', async () => {
  if (await helped('test/torture/main.ts')) return;
  await prepare('all');
  const { code } = await run(process.execPath, ['--import', 'tsx', 'test/torture/main.ts', ...process.argv.slice(2)]);
  if (code !== 0) throw new StepError('something is not as it was acknowledged.');
});
