import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { external } from './external-packages.mjs';
import { fastSpreads } from './fast-spreads.mjs';
import { oneByteSources } from './one-byte-sources.mjs';

const at = (file: string) => fileURLToPath(new URL(`../${file}`, import.meta.url));

/** What Node starts: the program, and its threads and processes by the names that src/platform/thread-entry.ts knows them by. */
const entries = [
  'main',
  'operator/placing.worker',
  'pki/crls/crl.worker',
  'pki/expressions/expression.child',
  'platform/database/sqlite/checkpoint.worker',
  'platform/pkcs11/token.child',
  'pki/keys/rsa.worker',
  'pki/keys/rsa-decryption.worker',
  'state/inventory/inventory.worker',
];

/**
 * Bundles the server with what it uses: dist/main.js, a file for each thread, and chunks that they share. To find and open some 1,300 modules
 * one by one took a third of a start.
 */
export default defineConfig({
  plugins: [fastSpreads, oneByteSources],
  // As in the image: graphql-js else looks at each value for a second copy of itself.
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  build: {
    ssr: true,
    outDir: at('dist'),
    emptyOutDir: false,
    copyPublicDir: false,
    // Nothing is rewritten: sources and packages run in every Node that we support. Stack traces are read: names stay, and the comments that tell sources apart.
    target: 'esnext',
    minify: false,
    rolldownOptions: {
      input: Object.fromEntries(entries.map((name) => [name, at(`src/${name}.ts`)])),
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      // And what users of packages may leave out and we do.
      external: [...external, 'pg-native', /^class-validator/],
    },
  },
  ssr: { noExternal: true },
  logLevel: 'warn',
});
