import { execFileSync, spawn } from 'node:child_process'
import { resolve } from 'node:path'
import type { Ended } from './small-disk.ts'

const BIN = resolve(import.meta.dirname, '../../bin/rookery.js')
const PATIENCE = 60_000

/** A server in a process of its own, as an operator starts it. */
export interface ServerProcess {
  readonly ended: Promise<Ended>
  kill(signal: NodeJS.Signals): void
}

export function environmentOf(settings: Record<string, string>): NodeJS.ProcessEnv {
  const { DATABASE_URL: _, ...inherited } = process.env
  const origin = `http://127.0.0.1:${settings.PORT}`
  const own = { HOST: '127.0.0.1', ORIGIN: origin, RATE_LIMITS: 'off', LOG_LEVEL: 'error' }
  return { ...inherited, ...own, ...settings }
}

/** Starts a server and waits until it answers. */
export async function startProcess(env: NodeJS.ProcessEnv): Promise<ServerProcess> {
  const child = spawn(process.execPath, [BIN, 'serve'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
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
  const deadline = Date.now() + PATIENCE
  while (!(await answers(env.ORIGIN!))) {
    if (over || Date.now() > deadline) {
      child.kill('SIGKILL')
      throw new Error(`the server does not answer: ${JSON.stringify(await ended)}`)
    }
    await new Promise((later) => setTimeout(later, 30))
  }
  return { ended, kill: (signal) => void child.kill(signal) }
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

/** Makes a local account and returns a token of it. */
export function makePerson(env: NodeJS.ProcessEnv, name: string): string {
  const email = `${name}@example.org`
  runTool(env, 'accounts', 'create', name, '--email', email, '--confirmed', '--approved')
  const made = runTool(env, 'tokens', 'create', name, '--scopes', 'read write')
  return made.trim().split('\n').at(-1) ?? ''
}
