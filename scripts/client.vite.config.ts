import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const at = (file: string) => fileURLToPath(new URL(`../${file}`, import.meta.url));

/** Bundles the typed client with what it uses into one module without imports: dist/client/trustate-client.js. */
export default defineConfig({
  build: {
    outDir: at('dist/client'),
    emptyOutDir: false,
    copyPublicDir: false,
    target: 'es2022',
    minify: false,
    sourcemap: true,
    lib: { entry: at('src/client/index.ts'), formats: ['es'], fileName: 'trustate-client' },
  },
  logLevel: 'warn',
});
