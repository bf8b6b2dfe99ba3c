import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { projectFolder } from './project-folder.js';

/**
 * The entry of a thread. In the build, it is the worker's own file next to the program's file (scripts/server.rolldown.config.mjs names it). In the sources it is
 * TypeScript, and a thread does not inherit the loader of its parent (`--import tsx` does nothing in a thread), so a line of JavaScript registers it.
 * @param worker its module below src, without the extension
 */
export function threadEntry(worker: string): URL {
  if (!import.meta.url.endsWith('.ts')) return new URL(`dist/${worker}.js`, projectFolder);
  const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx/esm/api')).href.replace(/\.cjs$/, '.mjs');
  const source = new URL(`src/${worker}.ts`, projectFolder).href;
  const code = `import { register } from '${loader}'; register(); await import('${source}');`;
  return new URL(`data:text/javascript,${encodeURIComponent(code)}`);
}

/** The same for a process of its own: what Node is started with. */
export function processEntry(child: string): readonly string[] {
  if (!import.meta.url.endsWith('.ts')) return [fileURLToPath(new URL(`dist/${child}.js`, projectFolder))];
  const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
  return ['--import', loader, fileURLToPath(new URL(`src/${child}.ts`, projectFolder))];
}
