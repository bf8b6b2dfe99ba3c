import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** `vite examples/portal` serves it at http://localhost:5173; `vite build examples/portal` writes dist/portal. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  plugins: [react()],
  build: { outDir: fileURLToPath(new URL('../../dist/portal', import.meta.url)), emptyOutDir: true },
  logLevel: 'warn',
});
