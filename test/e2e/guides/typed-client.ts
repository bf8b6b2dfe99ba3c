import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compile } from '../harness/compiler.js';
import { fencesOf } from '../harness/guide.js';
import { serverRoot as root } from '../harness/server.js';
import type { Site } from '../harness/site.js';

const run = promisify(execFile);
const built = existsSync(path.join(root, 'dist/client-package/es/index.js'));

/** A folder that has the package, below the root, where the compiler finds the types of Node. */
function installed(): string {
  const folder = mkdtempSync(path.join(root, '.cache/guide-'));
  const scope = path.join(folder, 'node_modules/@trustate');
  mkdirSync(scope, { recursive: true });
  symlinkSync(path.join(root, 'dist/client-package'), path.join(scope, 'client'));
  return folder;
}

const parts = fencesOf('typed-client.md').flatMap(({ language, text }) => (language === 'ts' ? [text] : []));

export function guideToTheTypedClient(site: { readonly get: Site }): void {
  describe.runIf(built)('the guide to the typed client (needs npm run build)', () => {
    let folder: string;
    let said: string;
    beforeAll(() => {
      folder = installed();
      writeFileSync(path.join(folder, 'program.ts'), parts.join('\n'));
      const compilerOptions = { incremental: false, tsBuildInfoFile: null, noEmit: false };
      const config = { extends: '../../tsconfig.json', compilerOptions, include: ['program.ts'] };
      writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(config));
      said = compile(folder);
    });
    afterAll(() => rmSync(folder, { recursive: true }));

    test('its snippets are what the compiler takes', () => {
      expect(said).toBe('');
    });

    test('its snippets, one after another, are a program that runs', async () => {
      expect(parts.length).toBeGreaterThan(5);
      const { server } = site.get;
      const env = { ...process.env, TRUSTATE_URL: server.http, TRUSTATE_TOKEN: server.token };
      const { stdout } = await run(process.execPath, [path.join(folder, 'program.js')], { cwd: root, env });
      expect(stdout).toContain('Signed in as root');
      expect(stdout).toMatch(/^ws-\w+$/m);
      expect(stdout).toContain('production false');
      expect(stdout).toMatch(/^true$/m);
      expect(stdout).toContain('CREATED 2');
      expect(stdout).toContain('www.elsewhere.org');
      expect(stdout).toContain('PRIVATE KEY');
      expect(stdout).toContain("path: 'pki'");
    });
  });
}
