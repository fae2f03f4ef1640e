import { join } from 'node:path'
import { defineConfig } from 'vite'

/** One project, an entry for each program that runs in the browser; see web/README.md. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/assets/web/',
  publicDir: false,
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: '../dist.web',
    emptyOutDir: true,
    manifest: 'manifest.json',
    // addresses of data would be refused by the pages' security policy
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: { admin: join(import.meta.dirname, 'admin/main.tsx') },
      output: {
        entryFileNames: '[name]-[hash].js',
        chunkFileNames: '[name]-[hash].js',
        assetFileNames: '[name]-[hash][extname]',
      },
    },
  },
})
