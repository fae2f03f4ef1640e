import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { freePort } from './free-port.ts'
import { GENEROUS } from './in-time.ts'

const BIN = resolve(import.meta.dirname, '../../bin/rookery.js')

/** A file system of a few megabytes, seen only by the programs that are started on it. */
export interface SmallDisk extends AsyncDisposable {
  dataDir: string
  origin: string
  /** starts the server there and waits until it answers */
  serve(): Promise<ServerOnDisk>
  /** runs a command of the operator's tool there */
  run(...args: string[]): Promise<Ended>
  /** runs a shell command there and returns its output */
  shell(command: string): string
  /** takes all the room that is left */
  fill(): void
  /** gives back the room that `fill` took */
  clear(): void
}

export interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

export interface ServerOnDisk {
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<Ended>
}

interface Started {
  child: ChildProcess
  ended: Promise<Ended>
  /** what it printed so far */
  text: Omit<Ended, 'code'>
}

/** Whether this user may mount file systems, without which there is no small disk. */
export function canMount(): boolean {
  try {
    execFileSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'none', '/mnt'], { stdio: 'ignore' })
    execFileSync('nsenter', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Mounts a disk of that many megabytes. @param given settings of the programs there */
export async function smallDisk(
  megabytes: number,
  given: NodeJS.ProcessEnv = {},
): Promise<SmallDisk> {
  const folder = mkdtempSync(join(tmpdir(), 'rookery-disk-'))
  const script = `mount -t tmpfs -o size=${megabytes}m none '${folder}' && echo mounted && exec sleep 600`
  const holder = spawn('unshare', ['-m', 'sh', '-c', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise((mounted) => holder.stdout.once('data', mounted))
  const running = new Set<Started>()
  const dataDir = join(folder, 'data')
  const port = await freePort()
  const { DATABASE_URL: _, ...inherited } = process.env
  const origin = `http://127.0.0.1:${port}`
  const own = { DATA_DIR: dataDir, PORT: `${port}`, ORIGIN: origin, HOST: '127.0.0.1' }
  const env = {
    ...inherited,
    ...own,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
    WORKERS: '0',
    ...given,
  }
  const inside = (command: string, args: string[]) => [
    `--target=${holder.pid}`,
    '--mount',
    `--wd=${process.cwd()}`,
    command,
    ...args,
  ]
  function spawnInside(args: string[]): Started {
    const child = spawn('nsenter', inside(process.execPath, [BIN, ...args]), {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const started = { child, ...outputOf(child) }
    running.add(started)
    void started.ended.then(() => running.delete(started))
    return started
  }
  const shell = (command: string) =>
    execFileSync('nsenter', inside('sh', ['-c', command]), { encoding: 'utf8' })
  return {
    dataDir,
    origin,
    async serve() {
      const { child, ended, text } = spawnInside(['serve'])
      await untilItAnswers(origin, ended, () => text.stdout)
      return {
        end(signal) {
          child.kill(signal)
          return ended
        },
      }
    },
    run: (...args) => spawnInside(args).ended,
    shell,
    fill: () => void shell(`cat /dev/zero > '${folder}/filler' 2>/dev/null || true`),
    clear: () => void shell(`rm -f '${folder}/filler'`),
    async [Symbol.asyncDispose]() {
      for (const { child } of running) child.kill('SIGKILL')
      await Promise.all([...running].map(({ ended }) => ended))
      holder.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function outputOf(child: ChildProcess): Omit<Started, 'child'> {
  const text = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.on('data', (chunk) => {
      text[name] += chunk
    })
  }
  const ended = new Promise<Ended>((done) => {
    child.once('close', (code) => done({ code, ...text }))
  })
  return { ended, text }
}

/** Waits until it has also said so: from then on it takes signals. */
async function untilItAnswers(
  origin: string,
  ended: Promise<Ended>,
  told: () => string,
): Promise<void> {
  let over: Ended | null = null
  ended.then((outcome) => {
    over = outcome
  })
  const deadline = performance.now() + GENEROUS
  while (performance.now() < deadline && over === null) {
    const answer = await fetch(`${origin}/health`).catch(() => null)
    if (answer?.ok && /^Rookery/m.test(told())) return
    await new Promise((later) => setTimeout(later, 50))
  }
  throw new Error(`the server does not answer: ${JSON.stringify(over)}`)
}
