import { execFileSync, spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { GENEROUS } from './in-time.ts'
import { doneHere } from './operator.ts'
import type { Ended } from './small-disk.ts'

/** the program that an operator calls */
export const BIN = resolve(import.meta.dirname, '../../bin/rookery.js')

/** A server in a process of its own, as an operator starts it. */
export interface ServerProcess {
  readonly ended: Promise<Ended>
  kill(signal: NodeJS.Signals): void
  /** what it printed so far, its log included */
  told(): string
}

export function environmentOf(settings: Record<string, string>): NodeJS.ProcessEnv {
  const { DATABASE_URL: _, ...inherited } = process.env
  const origin = `http://127.0.0.1:${settings.PORT}`
  // the same on every machine
  const WORKERS = '0'
  const own = { HOST: '127.0.0.1', ORIGIN: origin, RATE_LIMITS: 'off', LOG_LEVEL: 'error', WORKERS }
  return { ...inherited, ...own, ...settings }
}

/**
 * Starts a server and waits until it answers, and has said so: from then on it takes signals.
 * @param options of `rookery serve`
 */
export async function startProcess(
  env: NodeJS.ProcessEnv,
  ...options: string[]
): Promise<ServerProcess> {
  const stdio = ['ignore', 'pipe', 'pipe'] as const
  const child = spawn(process.execPath, [BIN, 'serve', ...options], { env, stdio: [...stdio] })
  const text = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].on('data', (chunk) => {
      text[name] += chunk
    })
  }
  const ended = new Promise<Ended>((done) => {
    child.once('close', (code) => done({ code, ...text }))
  })
  let over = false
  ended.then(() => {
    over = true
  })
  const deadline = performance.now() + GENEROUS
  const isGreeted = () => /^Rookery/m.test(text.stdout)
  while (!(await answers(`http://127.0.0.1:${env.PORT}`)) || !isGreeted()) {
    if (over || performance.now() > deadline) {
      child.kill('SIGKILL')
      throw new Error(`the server does not answer: ${JSON.stringify(await ended)}`)
    }
    await new Promise((later) => setTimeout(later, 30))
  }
  const told = () => text.stdout + text.stderr
  return { ended, kill: (signal) => void child.kill(signal), told }
}

async function answers(origin: string): Promise<boolean> {
  const answer = await fetch(`${origin}/health`).catch(() => null)
  await answer?.body?.cancel()
  return answer?.ok === true
}

/** Runs a command of the operator's tool and returns what it printed. */
export function runTool(env: NodeJS.ProcessEnv, ...args: string[]): string {
  return execFileSync(process.execPath, [BIN, ...args], {
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/**
 * Makes a local account and returns a token of it, beside a server or before it starts.
 * @param role by its name, of which the token has all scopes
 */
export async function makePerson(
  env: NodeJS.ProcessEnv,
  name: string,
  role?: string,
): Promise<string> {
  const options = ['--email', `${name}@example.org`, '--confirmed', '--approved']
  await doneHere(env, 'migrate')
  await doneHere(env, 'accounts', 'create', name, ...options, ...(role ? ['--role', role] : []))
  const scopes = role ? 'read write follow push profile admin:read admin:write' : 'read write'
  const made = await doneHere(env, 'tokens', 'create', name, '--scopes', scopes)
  return made.trim().split('\n').at(-1) ?? ''
}
