// node scripts/run.js scripts/build.js: puts src/ together in dist/ and web/ in dist.web/, unless that is done.
// A bundle starts in half the time and in 40 MB less than a thousand files of TypeScript.
import { cp, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { buildPages } from './build-pages.js'
import { root } from './runtime.js'
import { bundle, isBundleFresh, sourcesStamp } from './sources.js'

const source = join(root, 'src')
/** What the bundled code calls the folder that stands for src/. */
const HERE = '__ROOKERY_SRC__'

/**
 * Bundles programs with everything of ours that they import; packages stay where they are.
 *
 * @param programs by name in the bundle, without extension
 * @param folder is emptied; what is beside the code in src/ is copied into it
 */
export async function build(programs, folder) {
  const { rolldown } = await import('rolldown')
  const made = await rolldown({
    input: { ...programs, ...(await threads()) },
    platform: 'node',
    external: (id) => !/^(?:[./]|[A-Za-z]:|node:|\0)/.test(id),
    plugins: [builtins, placing, escaping],
  })
  await rm(folder, { recursive: true, force: true })
  await made.write({
    dir: folder,
    format: 'esm',
    chunkFileNames: 'chunks/[name]-[hash].js',
    comments: false,
  })
  await copyAssets(folder)
}

/**
 * Node reads all that one of its modules exports when a program imports it, and so loads what nobody asks for: with
 * `node:http` a whole undici. So a program of ours takes from them only what it uses: some 7 MB less.
 */
const builtins = {
  name: 'builtins',
  resolveId: (id) => (id.startsWith('node:') ? { id: `\0${id}`, moduleSideEffects: false } : null),
  load(id) {
    if (!id.startsWith('\0node:')) return null
    const name = JSON.stringify(id.slice(1))
    const names = Object.getOwnPropertyNames(process.getBuiltinModule(id.slice(1)))
    return [
      `const builtin$ = () => process.getBuiltinModule(${name})`,
      'const take$ = (member) => builtin$()[member]',
      'export default /* @__PURE__ */ builtin$()',
      ...names
        .filter((member) => /^\w+$/.test(member) && member !== 'default')
        .map((member) => `export const ${member} = /* @__PURE__ */ take$('${member}')`),
    ].join('\n')
  },
}

/** A module of the bundle finds the files beside it as it does in src/. */
const placing = {
  name: 'placing',
  transform(code, id) {
    if (!id.endsWith('.ts') || !code.includes('import.meta.url')) return null
    const place = relative(source, id).replaceAll('\\', '/').replace(/\.ts$/, '.js')
    return code.replaceAll('import.meta.url', `new URL(${JSON.stringify(place)}, ${HERE}).href`)
  },
  renderChunk(code, chunk) {
    const up = '../'.repeat(chunk.fileName.split('/').length - 1) || './'
    return code.replaceAll(HERE, `new URL('${up}', import.meta.url)`)
  },
}

/** The bundler prints a chunk once more after `renderChunk`, and then writes escaped characters as themselves. */
const escaping = {
  name: 'escaping',
  generateBundle(_options, files) {
    for (const file of Object.values(files)) {
      if (file.type === 'chunk') file.code = escapeNonAscii(file.code)
    }
  },
}

/** The engine keeps the text of a program in memory, twice as large if one character in it is not ASCII. */
function escapeNonAscii(code) {
  return code.replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Threads are programs of their own. */
async function threads() {
  const files = await readdir(source, { recursive: true })
  const names = files.filter((file) => /^(?:db|transfer)[/\\].*-thread\.ts$/.test(file))
  return Object.fromEntries(
    names.map((file) => [file.replaceAll('\\', '/').replace(/\.ts$/, ''), join(source, file)]),
  )
}

async function copyAssets(folder) {
  const entries = await readdir(source, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    if (!entry.isFile() || entry.name.endsWith('.ts')) continue
    const from = join(entry.parentPath, entry.name)
    const to = join(folder, relative(source, from))
    await mkdir(dirname(to), { recursive: true })
    await cp(from, to)
  }
}

/** Makes dist/ anew; somebody who starts meanwhile gets the old one or none, never half of one. */
export async function buildBundle() {
  if (isBundleFresh()) return
  const stamp = sourcesStamp()
  const fresh = `${bundle}.${process.pid}`
  try {
    await build({ cli: join(source, 'cli.ts') }, fresh)
    await writeFile(join(fresh, 'stamp'), stamp)
    await rm(bundle, { recursive: true, force: true })
    await rename(fresh, bundle)
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  await buildBundle()
  await buildPages()
}
