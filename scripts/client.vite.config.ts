import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const at = (file: string) => fileURLToPath(new URL(`../${file}`, import.meta.url));

/** Entry points of `@trustate/client`: itself, the transfer of state, and the operations of each area. */
const areas = readdirSync(at('src/client/generated'))
  .filter((file) => file !== 'types.ts')
  .map((file): [string, string] => [file.replace(/\.ts$/, ''), at(`src/client/generated/${file}`)]);

/** Bundles the typed client with what it uses, as modules of both kinds, into dist/client-package; scripts/client-package.mjs adds the rest. */
export default defineConfig({
  build: {
    outDir: at('dist/client-package'),
    emptyOutDir: true,
    copyPublicDir: false,
    target: 'es2022',
    minify: false,
    lib: {
      entry: {
        index: at('src/client/index.ts'),
        'state-content': at('src/client/state-content.ts'),
        ...Object.fromEntries(areas),
      },
      formats: ['es', 'cjs'],
      fileName: (format, name) => `${format}/${name}.js`,
    },
    rolldownOptions: { output: { chunkFileNames: '[format]/shared/[name].js' } },
  },
  logLevel: 'warn',
});
