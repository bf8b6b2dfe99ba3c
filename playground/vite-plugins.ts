import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** GraphiQL's styles carry two fonts as text, half a megabyte that does not get smaller; the page uses those of the system. */
export function withoutFonts(): Plugin {
  return {
    name: 'without-fonts',
    enforce: 'pre',
    transform: (code, id) =>
      id.endsWith('style.css') ? code.replace(/@font-face\s*\{[^}]*url\(["']?data:[^}]*\}/g, '') : null,
  };
}

/** A file smaller than a packet gains nothing. In bytes. */
const least = 1_400;

/**
 * Writes each file a second and a third time, as `.br` and `.gz`, once for all who ask. Brotli at 9 of 11: the last two levels take twenty times as long for
 * a twelfth less.
 */
export function compressed(): Plugin {
  let folder = '';
  return {
    name: 'compressed',
    apply: 'build',
    configResolved: ({ root, build }) => {
      folder = path.resolve(root, build.outDir, 'assets');
    },
    closeBundle: async () => {
      const names = (await readdir(folder)).filter((name) => !/\.(?:br|gz)$/.test(name));
      await Promise.all(names.map((name) => compress(path.join(folder, name))));
    },
  };
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < least) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(content, { params }),
    promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, gzipped)]);
}
