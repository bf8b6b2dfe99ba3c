// npm run bench [-- PART…]: measures; `npm run bench -- --help` has the parts and the options.
import { helped } from './helped.mjs';
import { prepare } from './prepare.mjs';
import { main, root } from './steps.mjs';
import { spawnSync } from 'node:child_process';

await main('npm run bench', async () => {
  if (await helped('bench/main.ts')) return;
  await prepare('all');
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', 'bench/main.ts', ...process.argv.slice(2)], {
    cwd: root,
    stdio: 'inherit',
  });
  // 2 says that something got slower.
  process.exitCode = status ?? 1;
});
