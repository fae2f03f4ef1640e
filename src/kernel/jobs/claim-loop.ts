import { AsyncLocalStorage } from 'node:async_hooks'

/** ms that a process holds what it claimed; it renews the lease every third of that time */
export const LEASE = 30_000
/** maximum ms between two claim cycles while nothing is known to be due: other processes enqueue too */
export const LONGEST_SLEEP = 5000
/** ms until a failed claim cycle is repeated */
const AFTER_FAILURE = 1000

/** A claim cycle reads what is due, claims it and writes earlier outcomes. */
interface Cycle {
  /** ms since 1970: start of the next claim cycle */
  nextAt: number
}

/**
 * Repeats a claim cycle: at the time that the last cycle named, when `wake` is called, and a second after a failure.
 * Two cycles never overlap.
 */
export class ClaimLoop<Result extends Cycle> {
  readonly #clock: () => number
  readonly #cycle: () => Promise<Result>
  /** cycles run in the async context of the start, not of the request that happened to call `wake` */
  readonly #outside = AsyncLocalStorage.snapshot()
  #state: 'idle' | 'started' | 'stopped' = 'idle'
  #running: Promise<Result> | null = null
  #wakeAgain = false
  #timer: { at: number; handle: NodeJS.Timeout } | null = null

  constructor(clock: () => number, cycle: () => Promise<Result>) {
    this.#clock = clock
    this.#cycle = cycle
  }

  get isStarted(): boolean {
    return this.#state === 'started'
  }

  get isStopped(): boolean {
    return this.#state === 'stopped'
  }

  start(): void {
    this.#state = 'started'
    this.wake()
  }

  /** Runs a cycle now, or after the running one. Before `start` it does nothing. */
  wake(): void {
    if (!this.isStarted) return
    this.#wakeAgain = true
    if (this.#running === null) this.#run().catch(() => {})
  }

  /** @param at ms since 1970 by which the next cycle runs at the latest */
  wakeBy(at: number): void {
    if (!this.isStarted) return
    if (this.#timer !== null && this.#timer.at <= at) return
    clearTimeout(this.#timer?.handle)
    const delay = Math.max(0, at - this.#clock())
    const handle = setTimeout(() => {
      this.#timer = null
      this.wake()
    }, delay)
    this.#timer = { at, handle }
  }

  /** Waits for the running cycle and then runs one, also before `start`. */
  async runOnce(): Promise<Result> {
    await this.#idle()
    return this.#run()
  }

  /** Starts no further cycle and waits for the running one. */
  async stop(): Promise<void> {
    this.#state = 'stopped'
    clearTimeout(this.#timer?.handle)
    await this.#idle()
  }

  async #idle(): Promise<void> {
    while (this.#running !== null) await this.#running.catch(() => {})
  }

  #run(): Promise<Result> {
    this.#wakeAgain = false
    this.#running = this.#outside(async () => {
      let nextAt = this.#clock() + AFTER_FAILURE
      try {
        const result = await this.#cycle()
        nextAt = result.nextAt
        return result
      } finally {
        this.#running = null
        this.wakeBy(this.#wakeAgain ? 0 : nextAt)
      }
    })
    return this.#running
  }
}

/** Calls `renew` every third of a lease while something is held. */
export class LeaseRenewal {
  readonly #renew: () => void
  #interval: NodeJS.Timeout | null = null

  constructor(renew: () => void) {
    this.#renew = renew
  }

  start(): void {
    this.#interval ??= setInterval(this.#renew, LEASE / 3)
  }

  stop(): void {
    clearInterval(this.#interval ?? undefined)
    this.#interval = null
  }
}

/** Waits for some work, for at most so many ms. */
export async function waitAtMost(ms: number, work: Promise<unknown>): Promise<void> {
  const limit = Promise.withResolvers<void>()
  const timer = setTimeout(limit.resolve, ms)
  await Promise.race([work, limit.promise])
  clearTimeout(timer)
}
