import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), 'trustate-client-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('the bundle', () => {
  const at = (file: string) => path.join(folder, 'es', file);
  beforeAll(async () => {
    await build({ configFile: path.join(root, 'scripts/client.vite.config.ts'), build: { outDir: folder } });
    writeFileSync(path.join(folder, 'package.json'), '{"sideEffects":false,"type":"module"}');
    writeFileSync(path.join(folder, 'cjs/package.json'), '{"type":"commonjs"}');
  });

  test('imports nothing but its own modules', () => {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'));
    expect(files.length).toBeGreaterThan(10);
    for (const file of files) {
      const text = readFileSync(path.join(folder, file), 'utf8');
      const imported = [...text.matchAll(/(?:^(?:import|export)\b[^'"\n;]*|require\()["']([^"']+)["']/gm)].map(
        ([, from]) => from,
      );
      expect(
        imported.filter((from) => from?.startsWith('./') !== true),
        file,
      ).toEqual([]);
      expect(text).not.toMatch(/\bimport\(/);
    }
  });

  test('loads by itself, as a module of either kind', async () => {
    const loaded: unknown[] = [
      await import(pathToFileURL(at('index.js')).href),
      createRequire(at('index.js'))('../cjs/index.js'),
    ];
    for (const entry of loaded) expect(entry).toHaveProperty('createClient', expect.any(Function));
    expect(await import(pathToFileURL(at('account.js')).href)).toMatchObject({ Me: { kind: 'query', name: 'Me' } });
  });

  test('leaves behind what a program does not use', async () => {
    const entry = path.join(folder, 'program.js');
    writeFileSync(
      entry,
      `import { createClient } from './es/index.js';
       import { Workspaces } from './es/workspaces.js';
       createClient({ url: 'http://a', token: '' }).query(Workspaces);`,
    );
    const built = await build({
      configFile: false,
      root: folder,
      logLevel: 'error',
      build: { write: false, minify: false, lib: { entry, formats: ['es'], fileName: 'program' } },
    });
    const [output] = Array.isArray(built) ? built : [];
    const shaken = output?.output[0].code ?? '';
    expect(shaken).toContain('query Workspaces');
    expect(shaken).not.toMatch(/mutation \w+\(/);
    // The constants of MD5 come with uploads only.
    expect(shaken).not.toMatch(/1732584193|0x67452301|uploadState/);
  });
});
