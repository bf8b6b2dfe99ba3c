import { defineConfig } from 'rolldown';
import { external } from './external-packages.mjs';
import { fastSpreads } from './fast-spreads.mjs';
import { oneByteSources } from './one-byte-sources.mjs';
import { at } from './steps.mjs';

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

/** A large table is parsed sooner as a text than as a literal. */
const parsedTables = {
  name: 'parsed-tables',
  transform: {
    filter: { id: /\.json$/ },
    handler: (code) =>
      code.length < 10_000
        ? null
        : {
            code: `module.exports = JSON.parse(${JSON.stringify(JSON.stringify(JSON.parse(code)))});`,
            moduleType: 'js',
          },
  },
};

/**
 * Bundles the server with what it uses: dist/main.js, a file for each thread, and chunks that they share. To find and open some 1,300 modules
 * one by one took a third of a start.
 */
export default defineConfig({
  input: Object.fromEntries(entries.map((name) => [name, at('src', `${name}.ts`)])),
  platform: 'node',
  preserveEntrySignatures: 'allow-extension',
  tsconfig: at('tsconfig.json'),
  // The last of them writes what nothing writes anew any more.
  plugins: [parsedTables, fastSpreads, oneByteSources],
  // And what users of packages may leave out and we do.
  external: [...external, 'bufferutil', 'utf-8-validate', 'pg-native', /^class-validator/],
  resolve: { mainFields: ['module', 'main'] },
  transform: {
    // As in the image: graphql-js else looks at each value for a second copy of itself.
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    // Nothing is rewritten: sources and packages run in every Node that we support.
    target: 'esnext',
  },
  // Stack traces are read: names stay, and the comments that tell sources apart.
  output: {
    dir: at('dist'),
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
    topLevelVar: true,
    generatedCode: { preset: 'es2015' },
  },
  logLevel: 'warn',
});
