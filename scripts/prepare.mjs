// Everything before a first start, a test or an image: install, generate, build, each only when something changed.
import { existsSync } from 'node:fs';
import { bundleClient, bundleServer } from './bundles.mjs';
import { install, nativeParts } from './packages.mjs';
import { makePlayground } from './playground.mjs';
import { at, must, prismaEnv, step } from './steps.mjs';
import { turn } from './turns.mjs';

/**
 * How much is prepared. `server`: what a server is built of and starts with. `image`: all that it serves, which is the playground too. `all`: also the
 * package of the client, with what `test` and `playground` name, and types are generated that only the compiler reads.
 */
const scopes = {
  server: { packages: 'server', builds: [bundleServer] },
  image: { packages: 'server', builds: [bundleServer, playground] },
  all: { packages: 'all', builds: [bundleServer, playground, bundleClient] },
};

/** While the stamp of packages waits for native parts, those of the playground are there. */
function playground({ packages }) {
  return makePlayground(packages === 'all' ? { packages } : {});
}

/** The files that are made from others and not checked in; scripts/generate.mjs skips what is up to date. */
async function generate({ packages }) {
  if (!existsSync(at('scripts/generate.mjs'))) return false;
  const args = ['scripts/generate.mjs', ...(packages === 'all' ? [] : ['--running'])];
  await must(process.execPath, args, { quiet: true, label: 'generate', env: prismaEnv });
}

async function build(scope) {
  const made = await Promise.all(scope.builds.map((each) => each(scope)));
  return made.includes(true);
}

/** Everything that is installed, and nothing made of it. */
export async function installed() {
  const end = await turn();
  await step('install packages ', () => install(scopes.all));
  await step('native parts ', () => nativeParts(scopes.all));
  end();
}

/**
 * @param name one of `scopes`
 * @param beside needs what is built and no native part: it runs while those are still being made
 */
export async function prepare(name, beside = () => undefined) {
  const scope = scopes[name];
  const end = await turn();
  await step('install packages ', () => install(scope));
  const built = (async () => {
    await step('generate ', () => generate(scope));
    await step('build ', () => build(scope));
  })();
  // Where one fails the others still write: the turn ends with this process then, which ends with the last of them.
  const prepared = Promise.all([step('native parts ', () => nativeParts(scope)), built]).then(end);
  const [, made] = await Promise.all([prepared, built.then(() => beside())]);
  return made;
}
