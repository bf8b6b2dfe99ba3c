// node scripts/runtime-folder.mjs FOLDER: puts into a new folder exactly what a server needs at run time. Images and packages are made of it, and a test starts one.
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { external } from './external-packages.mjs';
import { prepare } from './prepare.mjs';
import { main, root, StepError } from './steps.mjs';

/** Files and folders of this repository; everything else is for those who build it. */
const ours = ['package.json', 'LICENSE', 'migrations', 'graphql/rest', 'dist'];

/** Below these, what nobody reads at run time: the package of the client, and the sources of a package's native part. */
const leftOut = new Set(['dist/client-package', 'node_modules/@photostructure/sqlite/src']);

const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages;

/** Where Node finds a package from the folder of another one. */
function located(from, name) {
  for (let base = from; ;) {
    const place = `${base === '' ? '' : `${base}/`}node_modules/${name}`;
    if (lock[place]) return place;
    if (base === '') return null;
    base = base.includes('/node_modules/') ? base.slice(0, base.lastIndexOf('/node_modules/')) : '';
  }
}

/** The folders of the packages that the bundle leaves outside, with what they need. */
export function packages() {
  const found = new Set();
  const add = (place) => {
    if (found.has(place)) return;
    found.add(place);
    const { dependencies, optionalDependencies } = lock[place];
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const next = located(place, name);
      if (next !== null) add(next);
      else if (dependencies?.[name]) throw new StepError(`${name}, which ${place} needs, is not in package-lock.json.`);
    }
  };
  for (const name of external) add(located('', name));
  return [...found].sort();
}

/** Native parts for other systems than this one. */
function isForAnother(file) {
  const [, built] = /\/prebuilds\/([^/]+)/.exec(file) ?? [];
  return built !== undefined && !built.startsWith(`${process.platform}-${process.arch}`);
}

export function makeRuntimeFolder(folder) {
  const target = path.resolve(folder);
  if (existsSync(target) && readdirSync(target).length > 0) throw new StepError(`${target} is not empty.`);
  mkdirSync(target, { recursive: true });
  for (const name of [...ours, ...packages()]) {
    const filter = (file) => {
      const below = path.relative(root, file).replaceAll(path.sep, '/');
      // A package of a package is copied only if it is needed.
      return !leftOut.has(below) && !isForAnother(below) && (below === name || !/.\/node_modules$/.test(below));
    };
    cpSync(path.join(root, name), path.join(target, name), { recursive: true, dereference: true, filter });
  }
  letOthersRead(target);
}

/** The server runs as another user than the one who built it, whose umask may keep everything to itself. */
function letOthersRead(folder) {
  const folders = [folder, ...below(folder).filter((file) => statSync(file).isDirectory())];
  for (const file of below(folder)) if (!folders.includes(file)) chmodSync(file, 0o644);
  for (const each of folders) chmodSync(each, 0o755);
}

const below = (folder) => readdirSync(folder, { recursive: true }).map((name) => path.join(folder, name));

if (process.argv[1] === import.meta.filename) {
  await main('runtime-folder', async () => {
    const [folder] = process.argv.slice(2);
    if (folder === undefined) throw new StepError('Say which folder: node scripts/runtime-folder.mjs FOLDER');
    await prepare('image');
    makeRuntimeFolder(folder);
    console.log(`  ${folder} has what a server needs: node ${folder}/dist/main.js serve`);
  });
}
