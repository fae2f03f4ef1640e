import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../test/support/free-port.ts'
import { startGifSite } from '../test/support/gif-provider.ts'
import { startTranslator } from '../test/support/translator.ts'

/** Runs a command of the operator's tool beside the server. */
export type Operator = (...args: string[]) => Promise<string>

/** A newly started server on an empty database. */
export interface OwnServer extends AsyncDisposable {
  base: string
  operator: Operator
}

const PROGRAM = resolve(import.meta.dirname, '../bin/rookery.js')
const PATIENCE = 60_000

/** @throws Error with the server's output if it does not start */
export async function startOwnServer(): Promise<OwnServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'rookery-conformance-'))
  const port = await freePort()
  const translator = await startTranslator()
  const gifs = await startGifSite()
  const base = `http://localhost:${port}`
  // the caller's own settings do not apply to the server, but for the number of its workers
  const { PATH, HOME, TMPDIR, WORKERS = '0' } = process.env
  const env = {
    PATH,
    HOME,
    TMPDIR,
    WORKERS,
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: String(port),
    ORIGIN: base,
    RATE_LIMITS: 'off',
    // the walk also acts as another server
    EGRESS_ALLOW: '127.0.0.0/8',
    TRANSLATION_BACKEND: 'libretranslate',
    TRANSLATION_URL: translator.url,
    GIF_PROVIDER: 'klipy',
    GIF_KEY: 'conformance',
    GIF_URL: gifs.url,
    LOG_LEVEL: 'warn',
  }
  const child = spawn(process.execPath, [PROGRAM, 'serve'], { env, stdio: 'pipe' })
  const stop = async () => {
    await end(child)
    await translator[Symbol.asyncDispose]()
    await gifs[Symbol.asyncDispose]()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    await listening(child, base)
  } catch (error) {
    await stop()
    throw error
  }
  child.once('exit', reportEnd)
  const run = promisify(execFile)
  return {
    base,
    operator: async (...args) => (await run(process.execPath, [PROGRAM, ...args], { env })).stdout,
    [Symbol.asyncDispose]: stop,
  }
}

/** Forwards the log, as it helps to understand a failure. */
async function listening(child: ChildProcess, base: string): Promise<void> {
  let said = ''
  child.stderr?.pipe(process.stderr)
  const ready = new Promise<void>((fulfil) => {
    child.stdout?.on('data', (chunk) => {
      said += chunk
      if (said.includes(base)) fulfil()
      for (const line of String(chunk).split('\n')) {
        if (line.startsWith('{')) process.stderr.write(`${line}\n`)
      }
    })
  })
  const ended = once(child, 'exit').then(() => {
    throw new Error(`The server ended before it listened. ${said}`)
  })
  const late = AbortSignal.timeout(PATIENCE)
  await Promise.race([
    ready,
    ended,
    once(late, 'abort').then(() => {
      throw new Error(`The server did not listen in ${PATIENCE} ms. ${said}`)
    }),
  ])
}

/** Reports a server that ended by itself. */
function reportEnd(code: number | null, signal: string | null): void {
  console.error(`The server ended during the walk, with ${signal ?? `exit code ${code}`}.`)
}

async function end(child: ChildProcess): Promise<void> {
  child.off('exit', reportEnd)
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}
