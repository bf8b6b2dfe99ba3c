// What makes a package of the bundled client in dist/client-package: `npm pack dist/client-package` is what others install.
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Beside the modules that scripts/client.vite.config.ts wrote, and the types in es/ that tsc wrote: the types once more for CommonJS, and what npm reads.
 * @param {string} root of the project
 * @param {string} folder of the package
 */
export function writePackage(root, folder) {
  const { version, license, engines } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const entries = readdirSync(path.join(folder, 'es'))
    .filter((file) => file.endsWith('.js'))
    .map((file) => path.basename(file, '.js'))
    .sort();
  const write = (file, content) => writeFileSync(path.join(folder, file), `${JSON.stringify(content, null, 2)}\n`);

  // Types say of themselves what kind of module they describe by the package.json above them.
  const isType = (source) => !path.extname(source) || source.endsWith('.d.ts');
  cpSync(path.join(folder, 'es'), path.join(folder, 'cjs'), { recursive: true, filter: isType });
  write('es/package.json', { type: 'module', sideEffects: false });
  write('cjs/package.json', { type: 'commonjs', sideEffects: false });

  write('package.json', {
    name: '@trustate/client',
    version,
    description: 'The typed client of Trustate, for browsers and Node.',
    license,
    type: 'module',
    engines,
    sideEffects: false,
    main: './cjs/index.js',
    module: './es/index.js',
    types: './cjs/index.d.ts',
    exports: {
      ...Object.fromEntries(entries.map((entry) => [entry === 'index' ? '.' : `./${entry}`, conditions(entry)])),
      './package.json': './package.json',
    },
    // For `moduleResolution: node`, which knows no `exports`.
    typesVersions: {
      '*': Object.fromEntries(
        entries.filter((entry) => entry !== 'index').map((entry) => [entry, [`./cjs/${typesOf(entry)}`]]),
      ),
    },
    files: ['es', 'cjs'],
  });
  for (const file of ['LICENSE']) cpSync(path.join(root, file), path.join(folder, file));
  cpSync(path.join(root, 'src/client/README.md'), path.join(folder, 'README.md'));
}

/** Operations are entry points of their own, whose sources stand in a folder. */
const typesOf = (entry) => (['index', 'state-content'].includes(entry) ? `${entry}.d.ts` : `generated/${entry}.d.ts`);

const conditions = (entry) => ({
  import: { types: `./es/${typesOf(entry)}`, default: `./es/${entry}.js` },
  require: { types: `./cjs/${typesOf(entry)}`, default: `./cjs/${entry}.js` },
});
