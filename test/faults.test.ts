import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type TestContext, test } from 'node:test'
import { freePort } from './support/free-port.ts'
import { GENEROUS, until } from './support/in-time.ts'
import { makePerson } from './support/server-process.ts'

const BIN = resolve(import.meta.dirname, '../bin/rookery.js')
/** what a checkout says of itself */
const NOT_BUILT = /^Not built from .*\n/m

/** statuses after which the server is killed in the middle of others */
const ENOUGH = 100

interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

async function temporary(context: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rookery-faults-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

function environment(dataDir: string, more: Record<string, string> = {}) {
  const { DATABASE_URL: _, ...env } = process.env
  return {
    ...env,
    DATA_DIR: dataDir,
    PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'error',
    WORKERS: '0',
    ...more,
  }
}

/** Starts the server as an operator does. */
function start(dataDir: string, more: Record<string, string> = {}): ChildProcess {
  return spawn(process.execPath, [BIN, 'serve'], {
    env: environment(dataDir, more),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

async function untilItEnds(child: ChildProcess): Promise<Ended> {
  const text = { stdout: '', stderr: '' }
  child.stdout?.on('data', (chunk) => {
    text.stdout += chunk
  })
  child.stderr?.on('data', (chunk) => {
    text.stderr += chunk
  })
  const timer = setTimeout(() => child.kill('SIGKILL'), GENEROUS)
  const [code] = (await once(child, 'close')) as [number | null]
  clearTimeout(timer)
  return { code, ...text }
}

function assertOneLine(ended: Ended, wanted: RegExp, code = 1): void {
  assert.equal(ended.code, code, `${ended.stdout}${ended.stderr}`)
  const lines = ended.stderr.replace(NOT_BUILT, '').trim()
  assert.equal(lines.split('\n').length, 1, ended.stderr)
  assert.match(lines, wanted)
}

test('a wrong setting stops the start with one line that names it', async (context) => {
  const folder = await temporary(context)

  const ended = await untilItEnds(start(folder, { PORT: 'eighty' }))

  assertOneLine(ended, /PORT.*eighty/, 78)
})

test('a data directory that is none stops the start with one line', async (context) => {
  const folder = await temporary(context)
  const file = join(folder, 'file')
  await writeFile(file, 'not a folder')

  const ended = await untilItEnds(start(file))

  assertOneLine(ended, /data directory|DATA_DIR|director/i, 78)
})

test('a file that is no database stops the start with one line', async (context) => {
  const folder = await temporary(context)
  await writeFile(
    join(folder, 'rookery.db'),
    'this is not a database, but long enough to be read'.repeat(100),
  )

  const ended = await untilItEnds(start(folder))

  assertOneLine(ended, /database/i, 78)
})

test('a port that is taken stops the start with one line', async (context) => {
  const folder = await temporary(context)
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  context.after(() => taken.close())
  const { port } = taken.address() as { port: number }

  const ended = await untilItEnds(start(folder, { PORT: String(port) }))

  assertOneLine(ended, new RegExp(`port ${port}`))
})

test('another ORIGIN than that of its accounts stops the start with one line', async (context) => {
  const folder = await temporary(context)
  await makePerson(environment(folder, { ORIGIN: 'https://one.example' }), 'writer')

  const ended = await untilItEnds(start(folder, { ORIGIN: 'https://two.example' }))

  assertOneLine(ended, /https:\/\/one\.example/, 78)
})

test('a disk without room stops the start with one line', async (context) => {
  const folder = await temporary(context)
  if (!canMount()) return context.skip('needs the right to mount a small file system')
  const script = `mount -t tmpfs -o size=200k none '${folder}' && exec '${process.execPath}' '${BIN}' serve`
  const child = spawn('unshare', ['-m', 'sh', '-c', script], {
    env: environment(folder),
    stdio: ['ignore', 'pipe', 'pipe'],
  })

  const ended = await untilItEnds(child)

  assertOneLine(ended, /room|full|space/i)
})

function canMount(): boolean {
  try {
    execFileSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'none', '/mnt'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

async function untilItAnswers(port: number): Promise<void> {
  await until(async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/health`).catch(() => null)
    return answer?.ok === true
  })
}

test('kill -9 in the middle of writing loses no status that was acknowledged', async (context) => {
  const folder = await temporary(context)
  const port = await freePort()
  const env = { PORT: String(port), ORIGIN: `http://127.0.0.1:${port}`, RATE_LIMITS: 'off' }
  const token = await makePerson(environment(folder, env), 'writer')
  const first = start(folder, env)
  await untilItAnswers(port)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const acknowledged: string[] = []
  const write = async (writer: number) => {
    for (let at = 0; ; at++) {
      const body = JSON.stringify({ status: `writer ${writer}, number ${at}` })
      const request = { method: 'POST', headers, body }
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/statuses`, request)
      if (answer.status !== 200) throw new Error(await answer.text())
      acknowledged.push(((await answer.json()) as { id: string }).id)
    }
  }
  const writers = [1, 2, 3, 4].map((writer) => write(writer).catch((error: Error) => error))
  await until(() => acknowledged.length > ENOUGH)

  first.kill('SIGKILL')
  await Promise.all(writers)
  const second = start(folder, env)
  context.after(() => second.kill('SIGKILL'))
  await untilItAnswers(port)

  const lost: string[] = []
  for (let at = 0; at < acknowledged.length; at += 20) {
    const ids = acknowledged.slice(at, at + 20)
    const query = ids.map((id) => `id[]=${id}`).join('&')
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/statuses?${query}`, { headers })
    const found = new Set(((await answer.json()) as { id: string }[]).map(({ id }) => id))
    lost.push(...ids.filter((id) => !found.has(id)))
  }
  assert.deepEqual(lost, [])
})
