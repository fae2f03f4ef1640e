import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink } from 'node:fs/promises'
import { createRequire, isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { build } from '../scripts/build.js'
import { ON_SQLITE } from './support/database-kind.ts'
import { freePort } from './support/free-port.ts'

const ROOT = join(import.meta.dirname, '..')
const require = createRequire(import.meta.url)

test('the bundle serves with no package but those that are installed with it', {
  skip: !ON_SQLITE,
}, async () => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'rookery-bundle-')))
  const { dependencies } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
  const chunks = await build({ cli: join(ROOT, 'src/cli.ts') }, join(folder, 'dist'))
  await mkdir(join(folder, 'node_modules'))
  for (const name of Object.keys(dependencies)) {
    await symlink(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name))
  }
  const port = String(await freePort())
  const child = spawn(process.execPath, [join(folder, 'dist/cli.js'), 'serve'], {
    env: {
      ...process.env,
      ...{ DATA_DIR: folder, PORT: port, HOST: '127.0.0.1', LOG_LEVEL: 'warn', WORKERS: '0' },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  try {
    await untilServing(child)
    const origin = `http://127.0.0.1:${port}`
    const instance = await fetch(`${origin}/api/v2/instance`)
    const start = await (await fetch(`${origin}/about`)).text()
    const [, styles = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(start) ?? []

    assert.equal(((await instance.json()) as { title: string }).title, 'Rookery')
    assert.equal(
      (await fetch(origin + styles)).headers.get('content-type'),
      'text/css; charset=utf-8',
    )
    assert.equal((await fetch(`${origin}/assets/logo.svg`)).status, 200)
  } finally {
    child.kill('SIGTERM')
    const [code] = await once(child, 'exit')
    assert.equal(code, 0)
  }
  // the client of Redis asks for the first one only where a program calls `digest`
  assert.deepEqual(packagesOf(chunks), ['@node-rs/xxhash', ...Object.keys(dependencies)])
  // S-670
  assert.deepEqual(loadedForNothing(chunks), [])
  assert.match(await readFile(join(folder, 'dist/licenses.txt'), 'utf8'), /^fastify [\d.]+: MIT$/m)
  // what is loaded at its first use only can be loaded
  for (const name of await readdir(join(folder, 'dist/chunks'))) {
    await import(join(folder, 'dist/chunks', name))
  }
  for (const name of await readdir(join(folder, 'dist/packages'))) {
    const { default: loaded } = await import(join(folder, 'dist/packages', name))
    assert.deepEqual(
      Object.keys(loaded.whole).sort(),
      Object.keys(require(name.replace('.js', ''))).sort(),
      name,
    )
  }
  await rm(folder, { recursive: true })
})

/** Packages that cost a start a tenth of a second, and which a command needs only once it asks somebody. */
const HEAVY = /\/node_modules\/(undici|fastify|nodemailer|pg|@redis)\//

/** Parts of commands that are loaded where they ask somebody. */
const ASKING = ['/src/cli/backups/bucket-place.ts']

/** Commands that load one of these before they run. */
function loadedForNothing(chunks: Awaited<ReturnType<typeof build>>): string[] {
  const made = chunks.filter((chunk) => chunk.type === 'chunk')
  const byName = new Map(made.map((chunk) => [chunk.fileName, chunk]))
  const packagesFor = (name: string, seen = new Set<string>()): string[] => {
    const chunk = byName.get(name)
    if (chunk === undefined || seen.has(name)) return []
    seen.add(name)
    const own = chunk.moduleIds.map((id) => HEAVY.exec(id)?.[1] ?? '').filter((one) => one !== '')
    return [...own, ...chunk.imports.flatMap((other) => packagesFor(other, seen))]
  }
  const commands = made.filter(({ facadeModuleId: file }) => {
    return file?.includes('/src/cli/') && !ASKING.some((part) => file.endsWith(part))
  })
  assert.ok(commands.length > 30, `${commands.length} commands have a chunk of their own`)
  return commands.flatMap(({ fileName }) =>
    [...new Set(packagesFor(fileName))].map((name) => `${fileName} loads ${name}`),
  )
}

/** Packages that a bundle imports and does not contain. */
function packagesOf(chunks: Awaited<ReturnType<typeof build>>): string[] {
  const own = new Set(chunks.map(({ fileName }) => fileName))
  const imported = chunks.flatMap((chunk) =>
    chunk.type === 'chunk' ? [...chunk.imports, ...chunk.dynamicImports] : [],
  )
  return [...new Set(imported)].filter((name) => !own.has(name) && !isBuiltin(name)).sort()
}

/** Waits until the server says where it answers. */
async function untilServing(child: ChildProcess): Promise<void> {
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8')
  child.stderr?.on('data', (text) => {
    said += text
  })
  const heard = Promise.withResolvers<void>()
  child.stdout?.on('data', (text) => {
    said += text
    if (said.includes('answers at')) heard.resolve()
  })
  child.on('exit', () => heard.reject(new Error(`the bundle does not serve: ${said}`)))
  await heard.promise
}
