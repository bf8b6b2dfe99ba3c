// npm run build: installs what is missing, generates, compiles src into dist.
import { prepare } from './prepare.mjs';
import { main } from './steps.mjs';

await main('npm run build', async () => {
  await prepare('all');
});
