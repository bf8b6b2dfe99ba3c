import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

/**
 * Where a thread starts whose worker stands beside the module that starts it. Compiled, that is the worker's file. From source it is TypeScript, and a
 * thread of its own does not inherit what taught its parent to load that (`--import tsx` does nothing in a thread): so a line of JavaScript registers it.
 * @param beside `import.meta.url` of the module
 * @param name of the worker's file, without its ending
 */
export function threadEntry(beside: string, name: string): URL {
  if (!beside.endsWith('.ts')) return new URL(`./${name}.js`, beside);
  const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx/esm/api')).href.replace(/\.cjs$/, '.mjs');
  const worker = new URL(`./${name}.ts`, beside).href;
  const code = `import { register } from '${loader}'; register(); await import('${worker}');`;
  return new URL(`data:text/javascript,${encodeURIComponent(code)}`);
}
