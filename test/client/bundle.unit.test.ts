import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), 'trustate-client-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('the bundle', () => {
  const file = path.join(folder, 'trustate-client.js');
  let text = '';
  beforeAll(async () => {
    const configFile = path.join(root, 'scripts/client.vite.config.ts');
    await build({ configFile, build: { outDir: folder, sourcemap: false } });
    text = readFileSync(file, 'utf8');
  });

  test('imports nothing', () => {
    expect(text).not.toMatch(/^\s*(import|export .* from)\b/m);
    expect(text).not.toMatch(/\b(import|require)\(/);
    expect(text).not.toContain('node:');
  });

  test('loads by itself', async () => {
    const loaded: unknown = await import(pathToFileURL(file).href);
    expect(loaded).toMatchObject({ Me: { kind: 'query', name: 'Me' } });
    expect(loaded).toHaveProperty('createClient', expect.any(Function));
  });

  test('leaves behind what a program does not use', async () => {
    const entry = path.join(folder, 'program.js');
    writeFileSync(
      entry,
      "import { createClient, Me } from './trustate-client.js'; createClient({ url: 'http://a', token: '' }).query(Me);",
    );
    const built = await build({
      configFile: false,
      root: folder,
      logLevel: 'error',
      build: { write: false, minify: false, lib: { entry, formats: ['es'], fileName: 'program' } },
    });
    const [output] = Array.isArray(built) ? built : [];
    const shaken = output?.output[0].code ?? '';
    expect(shaken).toContain('query Me');
    expect(shaken).not.toMatch(/mutation \w+\(/);
    // The constants of MD5 come with uploads only.
    expect(shaken).not.toMatch(/1732584193|0x67452301|uploadState/);
    expect(text).toContain('uploadState');
  });
});
