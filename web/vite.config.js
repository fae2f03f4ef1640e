import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { defineConfig } from 'vite'
import { messagesOf, parsePo } from '../src/kernel/text/po.ts'

const CLIENT = join(import.meta.dirname, 'client/main.tsx')
/** writing goes on without network */
const COMPOSER = join(import.meta.dirname, 'client/compose/composer-window.tsx')
/** ids of modules, as `findStart` found them */
const start = new Set()

/** One project, an entry for each program that runs in the browser; see web/README.md. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/assets/web/',
  publicDir: false,
  plugins: [catalogues(), findStart(), firstFiles()],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: '../dist.web',
    emptyOutDir: true,
    manifest: 'manifest.json',
    // of the packages inside, which have to come with them
    license: { fileName: 'licenses.md' },
    // addresses of data would be refused by the pages' security policy
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      // how long each plugin took is no warning for who starts a server for the first time
      checks: { pluginTimings: false },
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
              test: /node_modules|web[\\/]shared[\\/]|src[\\/]surfaces[\\/]pages[\\/]|preload-helper/,
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

/** Files whose texts pages of the server say, too: where the navigation leads, choices of forms. */
const SHARED_TEXTS =
  'src/surfaces/pages/(?:frame/(?:ways|settings-list)|settings/filter-choices)\\.ts$'

/** Turns `locales/TAG.po?client` into a module with the messages that this program and what it shares say. */
function catalogues() {
  return {
    name: 'catalogues',
    enforce: 'pre',
    async load(id) {
      const [, file, tag, program] = /^(.*[\\/]locales[\\/]([\w-]+)\.po)\?(\w+)$/.exec(id) ?? []
      if (program === undefined) return null
      this.addWatchFile(file)
      const said = new RegExp(`^web/(?:${program}|shared)/|^${SHARED_TEXTS}`)
      const isSaid = (references) => references.some((name) => said.test(name))
      const messages = messagesOf(parsePo(await readFile(file, 'utf8')), tag, isSaid)
      // read faster than a literal of the language
      const text = JSON.stringify(JSON.stringify(messages))
      return { code: `export const messages = JSON.parse(${text})`, moduleType: 'js' }
    },
  }
}

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
      const composer = chunks.find(({ facadeModuleId }) => facadeModuleId === COMPOSER)
      const files = [named('client'), composer].reduce(
        (found, { fileName }) => filesOf(bundle, fileName, new Set(found)),
        [],
      )
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
