import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const at = (file: string) => fileURLToPath(new URL('../../', import.meta.url)) + file;

/** `vite examples/portal` serves it at http://localhost:5173; `vite build examples/portal` writes dist/portal. */
export default defineConfig(({ command }) => ({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  plugins: [react()],
  // In a project of yours the package is installed; here its sources stand in for it.
  resolve: {
    alias: [
      { find: /^@trustate\/client$/, replacement: at('src/client/index.ts') },
      { find: /^@trustate\/client\/state-content$/, replacement: at('src/client/state-content.ts') },
      { find: /^@trustate\/client\/(.+)$/, replacement: at('src/client/generated/$1.ts') },
    ],
  },
  build: { outDir: fileURLToPath(new URL('../../dist/portal', import.meta.url)), emptyOutDir: true },
  // Who starts it wants to know where.
  logLevel: command === 'serve' ? 'info' : 'warn',
}));
