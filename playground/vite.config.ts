import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressed, withoutFonts } from './vite-plugins.js';

/** Builds the playground into dist/playground: everything that the page loads comes from this server. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/playground/',
  plugins: [withoutFonts(), react(), compressed()],
  build: {
    outDir: fileURLToPath(new URL('../dist/playground', import.meta.url)),
    emptyOutDir: true,
    // Monaco alone is some megabytes; it is cached for good under its hash.
    chunkSizeWarningLimit: 8_000,
  },
  logLevel: 'warn',
});
