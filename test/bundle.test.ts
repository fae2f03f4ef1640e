import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { build } from '../scripts/build.js'
import { ON_SQLITE } from './support/database-kind.ts'
import { freePort } from './support/free-port.ts'

const ROOT = join(import.meta.dirname, '..')
/** where the packages are found */
const FOLDER = join(ROOT, 'node_modules/.cache/rookery-bundle-test')

test('the bundle serves the API, pages and their files', { skip: !ON_SQLITE }, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'rookery-bundle-'))
  await build({ cli: join(ROOT, 'src/cli.ts') }, FOLDER)
  await assertAscii(FOLDER)
  const port = String(await freePort())
  const child = spawn(process.execPath, [join(FOLDER, 'cli.js'), 'serve'], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: port, HOST: '127.0.0.1', LOG_LEVEL: 'warn' },
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
    await rm(dataDir, { recursive: true, force: true })
    await rm(FOLDER, { recursive: true, force: true })
    assert.equal(code, 0)
  }
})

/** One other character makes the engine keep a whole file twice as large, in memory for ever. */
async function assertAscii(folder: string): Promise<void> {
  const programs = (await readdir(folder, { recursive: true })).filter((name) =>
    name.endsWith('.js'),
  )
  const texts = await Promise.all(programs.map((name) => readFile(join(folder, name), 'utf8')))

  assert.ok(programs.includes('cli.js'))
  assert.deepEqual(
    programs.filter((_name, index) => /[\u0080-\uffff]/.test(texts[index] ?? '')),
    [],
  )
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
