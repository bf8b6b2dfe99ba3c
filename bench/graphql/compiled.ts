import { fileURLToPath, pathToFileURL } from 'node:url';
import path from 'node:path';
import { build } from 'vite';

/**
 * Compiles a script of this folder with what it takes from src, as the server is compiled: what tsx makes of the same code names each function anew, and that
 * would be measured too.
 * @returns where the script is then
 */
export async function compiled(script: string): Promise<string> {
  const folder = fileURLToPath(new URL('../../.cache/bench', import.meta.url));
  await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      ssr: fileURLToPath(new URL(script, import.meta.url)),
      outDir: folder,
      copyPublicDir: false,
      target: 'node20',
    },
  });
  return pathToFileURL(path.join(folder, script.replace(/\.ts$/, '.js'))).href;
}
