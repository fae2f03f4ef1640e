// node scripts/run.js scripts/build.js: builds src/ into dist/ and web/ into dist.web/, unless these are fresh.
// A bundle starts in half the time and in 40 MB less than a thousand files of TypeScript.
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { buildPages } from './build-pages.js'
import { writeLicenses } from './licenses.js'
import { putInPlace } from './put-in-place.js'
import { root } from './runtime.js'
import { bundle, isBundleFresh, stampOf } from './sources.js'

const source = join(root, 'src')
/** The placeholder for the folder src/ in the bundled code. */
const HERE = '__ROOKERY_SRC__'
const THREAD = /^(?:kernel\/db|features\/transfer)\/.*-thread\.ts$/

/** Packages that stay outside: native code, and what other packages do without. */
const OUTSIDE = /^(?:sharp|pg-native|pg-cloudflare|bufferutil|utf-8-validate|@node-rs\/xxhash)$/
/** Packages that a module loads at their first use, synchronously. */
const REQUIRED = /\brequire\('([^'.][^']*)'\)/g

/**
 * Bundles programs with all modules and packages that they import.
 *
 * @param programs by name in the bundle, without extension
 * @param folder is emptied; other files beside the code in src/ are copied into it
 * @returns Rolldown's output
 */
export async function build(programs, folder) {
  const { rolldown } = await import('rolldown')
  const made = await rolldown({
    input: { ...programs, ...(await entriesOf(await codeFiles())) },
    platform: 'node',
    external: OUTSIDE,
    plugins: [builtins, required, placing],
  })
  await rm(folder, { recursive: true, force: true })
  const { output } = await made.write({
    dir: folder,
    format: 'esm',
    chunkFileNames: 'chunks/[name]-[hash].js',
    comments: false,
  })
  await copyAssets(folder)
  await writeLicenses(output, join(folder, 'licenses.txt'))
  return output
}

/**
 * Node loads everything that one of its modules exports when a program imports the whole module: with `node:http` a
 * whole undici. So the bundle imports only the names that it uses: some 7 MB less.
 */
const builtins = {
  name: 'builtins',
  resolveId(id, _importer, { kind }) {
    if (!isBuiltin(id)) return null
    const name = id.startsWith('node:') ? id : `node:${id}`
    if (kind === 'require-call') return `\0required:${name}`
    return { id: `\0builtin:${name}`, moduleSideEffects: false }
  },
  load(id) {
    const [, kind, name] = /^\0(required|builtin):(.+)$/.exec(id) ?? []
    if (name === undefined) return null
    const whole = `process.getBuiltinModule(${JSON.stringify(name)})`
    if (kind === 'required') return `module.exports = ${whole}`
    const names = Object.getOwnPropertyNames(process.getBuiltinModule(name))
    return [
      `const builtin$ = () => ${whole}`,
      'const take$ = (member) => builtin$()[member]',
      'export default /* @__PURE__ */ builtin$()',
      ...names
        .filter((member) => /^\w+$/.test(member) && member !== 'default')
        .map((member) => `export const ${member} = /* @__PURE__ */ take$('${member}')`),
    ].join('\n')
  },
}

/** Gives each package that is loaded at its first use a file of its own, which a module can load synchronously. */
const required = {
  name: 'required',
  resolveId: (id) => (id.startsWith('\0package:') ? id : null),
  load(id) {
    const [, name] = /^\0package:(.+)$/.exec(id) ?? []
    // not as `module.exports`: Rolldown 1.2.19 then names exports that are in another file
    return name === undefined ? null : `exports.whole = require(${JSON.stringify(name)})`
  },
  transform(code, id) {
    if (!id.endsWith('.ts') || !code.includes('createRequire(import.meta.url)')) return null
    return code
      .replace('createRequire(import.meta.url)', `createRequire(${HERE})`)
      .replaceAll(REQUIRED, (_, name) => `require('./packages/${name}.js').default.whole`)
  },
}

/** Lets a module of the bundle find files beside it as in src/. */
const placing = {
  name: 'placing',
  transform(code, id) {
    if (!id.endsWith('.ts') || !code.includes('import.meta.url')) return null
    const place = relative(source, id).replaceAll('\\', '/').replace(/\.ts$/, '.js')
    return code.replaceAll('import.meta.url', `new URL(${JSON.stringify(place)}, ${HERE}).href`)
  },
  renderChunk(code, chunk) {
    const up = '../'.repeat(chunk.fileName.split('/').length - 1) || './/'
    return code.replaceAll(HERE, `new URL('${up}', import.meta.url)`)
  },
}

async function codeFiles() {
  const files = await readdir(source, { recursive: true })
  return files
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /(?<!\.test)\.ts$/.test(file))
}

/** Threads and packages that are loaded at their first use are entry points of their own. */
async function entriesOf(files) {
  const entries = {}
  for (const file of files) {
    if (THREAD.test(file)) entries[file.replace(/\.ts$/, '')] = join(source, file)
    const code = await readFile(join(source, file), 'utf8')
    if (!code.includes('createRequire(import.meta.url)')) continue
    for (const [, name] of code.matchAll(REQUIRED))
      entries[`packages/${name}`] = `\0package:${name}`
  }
  return entries
}

/** Files that the program reads: all but its code and the READMEs of its folders. */
async function copyAssets(folder) {
  const entries = await readdir(source, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    if (!entry.isFile() || /\.(?:ts|md)$/.test(entry.name)) continue
    const from = join(entry.parentPath, entry.name)
    const to = join(folder, relative(source, from))
    await mkdir(dirname(to), { recursive: true })
    await cp(from, to)
  }
}

/** Rebuilds dist/; a concurrent start finds the old bundle or none, never a partial one. */
export async function buildBundle() {
  if (isBundleFresh()) return
  const stamp = stampOf(bundle)
  const fresh = `${bundle}.${process.pid}`
  try {
    await build({ cli: join(source, 'cli.ts') }, fresh)
    await writeFile(join(fresh, 'stamp'), stamp)
    await putInPlace(fresh, bundle)
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  await buildBundle()
  await buildPages()
}
