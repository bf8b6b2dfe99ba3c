import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { projectFolder } from './project-folder.js';

/**
 * Where a thread starts. In the build, that is the worker's own file next to the program's (scripts/server.vite.config.ts names it). From source it is TypeScript, and
 * a thread of its own does not inherit what taught its parent to load that (`--import tsx` does nothing in a thread): so a line of JavaScript registers it.
 * @param worker its module below src, without the ending
 */
export function threadEntry(worker: string): URL {
  if (!import.meta.url.endsWith('.ts')) return new URL(`dist/${worker}.js`, projectFolder);
  const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx/esm/api')).href.replace(/\.cjs$/, '.mjs');
  const source = new URL(`src/${worker}.ts`, projectFolder).href;
  const code = `import { register } from '${loader}'; register(); await import('${source}');`;
  return new URL(`data:text/javascript,${encodeURIComponent(code)}`);
}
