import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { runtimeEnvironment } from '../scripts/runtime.js'

export interface Usage {
  /** ms of CPU since the start, on all its threads */
  cpu: number
  /** bytes */
  rss: number
}

/** A server in a separate process that reports its usage. */
export interface MeasuredProcess<Reported = Usage> extends AsyncDisposable {
  pid: number
  port: number
  usage(): Promise<Reported>
}

/**
 * Starts a server and waits until it listens.
 * @param script in this folder, or its whole path; it calls `reportUsage` and sends `{ port }` when it listens
 * @param onLine called with each line that it prints; default: they are dropped
 * @param execArgv flags of Node and V8
 */
export async function startMeasured<Reported = Usage>(
  script: string,
  env: Record<string, string>,
  { onLine, execArgv = [] }: { onLine?: (line: string) => void; execArgv?: string[] } = {},
): Promise<MeasuredProcess<Reported>> {
  const child = fork(resolve(import.meta.dirname, script), {
    env: {
      ...process.env,
      ...runtimeEnvironment(),
      // not the launcher of this process, at whose end the server would stop
      ROOKERY_PARENT_PID: String(process.pid),
      ...env,
    },
    execArgv,
    stdio: ['ignore', onLine === undefined ? 'ignore' : 'pipe', 'inherit', 'ipc'],
  })
  if (onLine !== undefined) createInterface({ input: child.stdout! }).on('line', onLine)
  const port = await firstMessage(child)
  return {
    pid: child.pid!,
    port,
    async usage() {
      child.send('usage')
      const [usage] = (await once(child, 'message')) as [Reported]
      return usage
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}

async function firstMessage(child: ChildProcess): Promise<number> {
  const ended = once(child, 'exit').then(() => {
    throw new Error('the measured server ended before it listened')
  })
  const [message] = (await Promise.race([once(child, 'message'), ended])) as [{ port: number }]
  return message.port
}

/**
 * In the measured process: answers usage requests and reports its port.
 * @param read what it answers with
 */
export function reportUsage(port: number, read: () => object = cpuAndMemory): void {
  process.on('message', () => process.send?.(read()))
  process.send?.({ port })
}

function cpuAndMemory(): Usage {
  const { user, system } = process.cpuUsage()
  return { cpu: (user + system) / 1000, rss: process.memoryUsage.rss() }
}
