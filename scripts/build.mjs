// npm run build: installs what is missing, generates, compiles src into dist.
import { build, generate, install, main, step } from './steps.mjs';

await main('npm run build', async () => {
  await step('install packages ', install);
  await step('generate ', generate);
  await step('build ', build);
});
