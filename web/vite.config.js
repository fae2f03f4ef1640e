import { join } from 'node:path'
import { defineConfig } from 'vite'

const CLIENT = join(import.meta.dirname, 'client/main.tsx')
/** ids of modules, as `findStart` found them */
const start = new Set()

/** One project, an entry for each program that runs in the browser; see web/README.md. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/assets/web/',
  publicDir: false,
  plugins: [findStart(), firstFiles()],
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
      input: {
        admin: join(import.meta.dirname, 'admin/main.tsx'),
        client: CLIENT,
        worker: join(import.meta.dirname, 'worker/main.ts'),
      },
      output: {
        entryFileNames: '[name]-[hash].js',
        chunkFileNames: '[name]-[hash].js',
        assetFileNames: '[name]-[hash][extname]',
        // a file for each icon and part would cost a slow network more than what is in them
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'first-reads', test: /web[\\/]first-reads\.ts/, priority: 4 },
            {
              name: 'base',
              test: /node_modules|web[\\/]shared[\\/]|preload-helper/,
              minShareCount: 2,
              priority: 3,
            },
            { name: 'start', test: (id) => start.has(id), priority: 2 },
            { name: 'parts', test: /web[\\/]client[\\/]/, minShareCount: 5, priority: 1 },
          ],
        },
      },
    },
  },
})

/** Finds the modules that the client imports before it draws anything: they come together. */
function findStart() {
  return {
    name: 'find-start',
    buildEnd() {
      start.clear()
      const walk = (id) => {
        for (const imported of this.getModuleInfo(id)?.importedIds ?? []) {
          if (start.has(imported)) continue
          start.add(imported)
          walk(imported)
        }
      }
      walk(CLIENT)
    },
  }
}

/** Tells the worker what the client needs to start, so that it has it before there is no network. */
function firstFiles() {
  return {
    name: 'first-files',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk')
      const named = (name) => chunks.find((chunk) => chunk.isEntry && chunk.name === name)
      const files = filesOf(bundle, named('client').fileName)
      const worker = named('worker')
      if (worker.imports.length > 0) throw new Error('the worker has to be one file')
      worker.code = worker.code.replace('"FIRST_FILES"', files.map((file) => `"${file}"`).join())
    },
  }
}

function filesOf(bundle, name, found = new Set()) {
  const chunk = bundle[name]
  if (chunk === undefined || found.has(name)) return [...found]
  found.add(name)
  for (const css of chunk.viteMetadata?.importedCss ?? []) found.add(css)
  for (const imported of chunk.imports) filesOf(bundle, imported, found)
  return [...found]
}
