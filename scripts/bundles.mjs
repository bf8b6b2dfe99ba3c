// Bundles into dist what Node runs and what programs import, each when a source, or Node, is another than at the last build. scripts/playground.mjs makes that of browsers.
import { existsSync, rmSync } from 'node:fs';
import { writePackage } from './client-package.mjs';
import { at, hashOf, must, root, stamp, stampedWith } from './steps.mjs';

const clientPackage = 'dist/client-package';

const server = {
  name: 'server',
  bundler: 'rolldown',
  program: 'rolldown/bin/cli.mjs',
  args: ['--config', 'scripts/server.rolldown.config.mjs'],
  sources: [
    ...['src', 'tsconfig.json', 'scripts/server.rolldown.config.mjs', 'scripts/external-packages.mjs'],
    ...['scripts/fast-spreads.mjs', 'scripts/one-byte-sources.mjs'],
  ],
  made: 'dist/main.js',
  replaces: 'dist/chunks',
};

const client = {
  name: 'client',
  bundler: 'vite',
  program: 'vite/bin/vite.js',
  args: ['build', '--config', 'scripts/client.vite.config.ts'],
  sources: ['src/client', 'scripts/client.vite.config.ts'],
  made: `${clientPackage}/es/index.js`,
};

/** What Node 20 builds is written otherwise (fast-spreads.mjs). */
export const stampOf = (sources) => `${hashOf(...sources, 'package-lock.json')} node-${process.versions.modules}`;

async function bundleWith({ name, bundler, program, args, sources, made, replaces }) {
  const file = `.cache/${name}-stamp`;
  const wanted = stampOf(sources);
  if (stampedWith(file, wanted) && existsSync(at(made))) return false;
  rmSync(at(file), { force: true });
  if (replaces !== undefined) rmSync(at(replaces), { recursive: true, force: true });
  await must(process.execPath, [at('node_modules', program), ...args], { quiet: true, label: `${bundler} (${name})` });
  stamp(file, wanted);
  return true;
}

export const bundleServer = () => bundleWith(server);

/** The package of the client. */
export async function bundleClient() {
  const bundled = await bundleWith(client);
  const described = await clientManifest();
  return bundled || described;
}

/** What stands in the package beside its code: types, its own package.json, README and licence. */
async function clientManifest() {
  const file = '.cache/client-types-stamp';
  const wanted = hashOf(
    'src/client',
    'scripts/client-package.mjs',
    'tsconfig.json',
    'tsconfig.client.json',
    'package.json',
  );
  if (stampedWith(file, wanted) && existsSync(at(clientPackage, 'package.json'))) return false;
  rmSync(at(file), { force: true });
  const compiler = at('node_modules/typescript/bin/tsc');
  await must(process.execPath, [compiler, '-p', 'tsconfig.client.json'], { quiet: true, label: 'tsc' });
  writePackage(root, at(clientPackage));
  stamp(file, wanted);
  return true;
}
