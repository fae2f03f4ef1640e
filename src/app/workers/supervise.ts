import { type ChildProcess, fork } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { NoWorkers } from '../worker-count.ts'
import { type Channel, createChannel } from './channel.ts'
import { watchBeats } from './heartbeat.ts'

/** ms before a worker that ended is started again; doubles each time, until one has worked for a while */
const FIRST_PAUSE = 100
const LONGEST_PAUSE = 10_000
/** ms */
const WORKED = 60_000
/** starts of a worker that ends without a reason, until the start of the server fails */
const FIRST_TRIES = 3
/** ms beyond their patience in which workers close everything */
const CLOSING = 2_000

/** Workers that are kept running. */
export interface Supervisor {
  /** of those that run at the moment */
  channels(): readonly Channel[]
  /** how often one was started again */
  readonly restarts: number
  /** tells all to stop, and kills those that have not after their patience */
  stop(): Promise<void>
}

export interface SupervisorOptions {
  count: number
  env: NodeJS.ProcessEnv
  log: Logger
  /** ms that requests under way have at the end */
  patience: number
  /** to be prepared for a new worker; @returns what is to be done once it has ended */
  join(channel: Channel, number: number): () => void
}

interface Worker {
  readonly channel: Channel
  readonly child: ChildProcess
  readonly ended: Promise<void>
  /** why it could not start */
  failure: string | null
}

/**
 * Starts the workers, and again those that end or no longer answer.
 * @throws NoWorkers with the reason if one cannot be started at first
 */
export async function superviseWorkers(options: SupervisorOptions): Promise<Supervisor> {
  const { log } = options
  const running = new Set<Worker>()
  let isStopping = false
  let restarts = 0
  /** @returns why it ended */
  const run = async (number: number, begun: () => void) => {
    const worker = startWorker(options, number, begun)
    running.add(worker)
    const beats = watchBeats(worker.channel, () => {
      log.warn(`Worker ${number} does not answer: it is replaced`)
      worker.child.kill('SIGKILL')
    })
    await worker.ended
    beats[Symbol.dispose]()
    running.delete(worker)
    const { exitCode, signalCode } = worker.child
    return { failure: worker.failure, reason: worker.failure ?? signalCode ?? exitCode }
  }
  /** @param begun called once the worker answers on the port, or with the reason why the server cannot start */
  const keep = async (number: number, begun: (failure: string | null) => void) => {
    let wait = FIRST_PAUSE
    let hasBegun = false
    for (let tries = 1; ; tries++) {
      const since = performance.now()
      const began = () => {
        hasBegun = true
        begun(null)
      }
      // without memory for a process Node throws instead of telling the child
      const { failure, reason } = await run(number, began).catch((error: unknown) => ({
        failure: null,
        reason: String(error),
      }))
      if (isStopping) return
      if (performance.now() - since > WORKED) wait = FIRST_PAUSE
      if (!hasBegun && (failure !== null || tries === FIRST_TRIES)) {
        return begun(failure ?? `Worker ${number} ended while it started (${reason})`)
      }
      log.error(`Worker ${number} has ended (${reason}): it is started again`)
      await pause(wait)
      if (isStopping) return
      wait = Math.min(wait * 2, LONGEST_PAUSE)
      restarts += 1
    }
  }
  const stop = async () => {
    isStopping = true
    const all = [...running]
    for (const { channel } of all) channel.tell('stop', null)
    const kill = setTimeout(() => {
      for (const { child } of all) child.kill('SIGKILL')
    }, options.patience + CLOSING)
    await Promise.all(all.map(({ ended }) => ended))
    clearTimeout(kill)
  }
  try {
    await Promise.all(
      Array.from({ length: options.count }, (_, at) => {
        const { promise, resolve, reject } = Promise.withResolvers<void>()
        void keep(at + 1, (failure) => {
          if (failure === null) resolve()
          else reject(new NoWorkers(failure))
        })
        return promise
      }),
    )
  } catch (error) {
    await stop()
    throw error
  }
  return {
    channels: () => [...running].map(({ channel }) => channel),
    get restarts() {
      return restarts
    },
    stop,
  }
}

/** @param begun called when it answers on the port */
function startWorker({ env, join }: SupervisorOptions, number: number, begun: () => void): Worker {
  const child = fork(process.argv[1]!, ['serve'], {
    env: { ...env, [WORKER]: '1' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const channel = createChannel(child)
  channel.onTold('listens', begun)
  channel.onTold('failed', (reason) => {
    worker.failure = reason
  })
  const forget = join(channel, number)
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  const worker: Worker = { child, channel, ended, failure: null }
  const end = () => {
    forget()
    resolve()
  }
  child.once('error', end)
  child.once('exit', end)
  return worker
}

/** In the environment of a worker. */
export const WORKER = 'ROOKERY_WORKER'
