import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';

const read = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
const versions = z.record(z.string(), z.string());
const packageOf = (name: string) =>
  z
    .object({
      dependencies: versions.default({}),
      devDependencies: versions,
      optionalDependencies: versions.default({}),
      scripts: versions.default({}),
    })
    .parse(JSON.parse(read(name)));
const about = packageOf('package.json');
const everyDependency = [about, packageOf('test/package.json'), packageOf('playground/package.json')].flatMap((each) =>
  [each.dependencies, each.devDependencies, each.optionalDependencies].flatMap((group) => Object.entries(group)),
);
const all = Object.fromEntries(everyDependency);
/** Packages in whose place a folder of this project stands (test/deploy/left-out-packages.unit.test.ts). */
const leftOut = Object.keys(all).filter((name) => all[name]?.startsWith('file:'));
const installed = Object.keys(all).filter((name) => !leftOut.includes(name));

test('docs/dependencies.md has a row for each dependency, and no other', () => {
  const own = read('docs/dependencies.md').replace(/^## Installed by operators[^]*?(?=^## )/m, '');
  const rows = [...own.matchAll(/^\| `([^`]+)` \| [^|]{10,} \| [^|]{3,} \|$/gm)];
  expect(rows.map(([, name]) => name).sort()).toEqual(installed.sort());
});

test('docs/dependencies.md says why a package is left out', () => {
  const [, names = ''] = /^\| left out: (.+?) \| [^|]{10,} \|$/m.exec(read('docs/dependencies.md')) ?? [];
  expect([...names.matchAll(/`([^`]+)`/g)].map(([, name]) => name)).toEqual(leftOut);
});

test('versions are exact', () => {
  const loose = installed.filter((name) => !/^(npm:[\w-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(all[name] ?? ''));
  expect(loose).toEqual([]);
});

test('what is named in two places has one version, so that it is installed once', () => {
  expect(everyDependency.filter(([name, version]) => all[name] !== version)).toEqual([]);
});

test('the README names commands that exist', () => {
  const named = [...read('README.md').matchAll(/(?:^|`)npm (?:run )?([a-z]+)/gm)].map(([, name]) => name ?? '');
  expect(named).toContain('start');
  expect(named.filter((name) => !['install', 'ci', ...Object.keys(about.scripts)].includes(name))).toEqual([]);
});

test.each(['src', 'src/gateway'])('the architecture says what is in each folder of %s', (above) => {
  const rows = [...read('docs/architecture.md').matchAll(/^\| (`.*?`) \|/gm)].map(([, places = '']) => places);
  const named = new Set(rows.flatMap((places) => [...places.matchAll(/`([^`]+)`/g)].map(([, place = '']) => place)));
  const folders = readdirSync(new URL(`../${above}`, import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => (above === 'src' ? `src/${name}` : name));
  expect(folders.filter((folder) => !named.has(folder))).toEqual([]);
});

const documents = [
  'README.md',
  ...readdirSync(new URL('../docs', import.meta.url))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** The names that the headings of a document can be linked to by. */
const anchorsOf = (name: string) =>
  [...read(name).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );

test.each(documents)('the links of %s lead somewhere', (name) => {
  const links = [...read(name).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g)];
  const broken = links.filter(([, to = '', anchor]) => {
    const target = to === '' ? name : path.join(path.dirname(name), to);
    if (!existsSync(new URL(`../${target}`, import.meta.url))) return true;
    return anchor !== undefined && !anchorsOf(target).includes(anchor);
  });
  expect(broken.map(([link]) => link)).toEqual([]);
});

test('every line of the threat model names tests that are there', () => {
  const lines = read('docs/threat-model.md')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split('|').slice(1, -1))
    .filter((cells) => cells.length === 3 && !/^ (?:threat|---) $/.test(cells[0] ?? ''));
  expect(lines.length).toBeGreaterThan(40);
  const wrong = lines.filter(([, , tests = '']) => {
    const named = [...tests.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file);
    return named.length === 0 || !named.every((file) => existsSync(new URL(`../${file}`, import.meta.url)));
  });
  expect(wrong.map(([threat, , tests]) => `${threat}: ${tests}`)).toEqual([]);
});
