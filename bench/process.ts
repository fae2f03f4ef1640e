import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { runtimeEnvironment } from '../scripts/runtime.js'

export interface Usage {
  /** ms of CPU since the start, on all its threads */
  cpu: number
  /** bytes */
  rss: number
}

/** A server in a process of its own that tells what it uses. */
export interface MeasuredProcess extends AsyncDisposable {
  pid: number
  port: number
  usage(): Promise<Usage>
}

/**
 * Starts a server and waits until it listens.
 * @param script in this folder, or its whole path; it calls `reportUsage` and says `{ port }` when it listens
 */
export async function startMeasured(
  script: string,
  env: Record<string, string>,
): Promise<MeasuredProcess> {
  const child = fork(resolve(import.meta.dirname, script), {
    env: {
      ...process.env,
      ...runtimeEnvironment(),
      // not the launcher of this process, without which the server would stop
      ROOKERY_PARENT_PID: String(process.pid),
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const port = await firstMessage(child)
  return {
    pid: child.pid!,
    port,
    async usage() {
      child.send('usage')
      const [usage] = (await once(child, 'message')) as [Usage]
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

/** In the measured process: answers questions and says that it listens. */
export function reportUsage(port: number): void {
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send?.({ cpu: (user + system) / 1000, rss: process.memoryUsage.rss() })
  })
  process.send?.({ port })
}
