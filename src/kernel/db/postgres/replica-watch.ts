import { setTimeout as delay } from 'node:timers/promises'
import { render, type Said, said } from '../../base/translatable-text.ts'
import type { ReplicaState } from '../database.ts'
import { StartError } from '../start-error.ts'
import { DeadlinePassed, reasonOf } from './errors.ts'
import type { Connections } from './pool.ts'
import { createReplayLag } from './replay-lag.ts'

/** ms between two looks at the primary and the replica */
const INTERVAL = 500
/** ms for an answer; as long again passes before the connection is closed (`queryInTime`) */
const PATIENCE = 1_500
/** ms that a slow read waits for the replica */
const LONGEST_WAIT = 200

/** Whether a replica may be read. */
export interface ReplicaWatch extends AsyncDisposable {
  /** it answers, and is not behind further than the setting allows */
  readonly isUsed: boolean
  state(): ReplicaState
  /** Waits a little. @returns whether it shows all that was committed before the call */
  isCaughtUp(): Promise<boolean>
  /** It is left aside until it shows what is committed by now. */
  catchUp(): void
  /** A query failed: finds out soon whether it still answers. */
  look(): void
}

export interface WatchOptions {
  primary: Connections
  /** of which the watch closes only `watching` */
  replica: { watching: Connections; reading: readonly Connections[] }
  /** ms */
  maxLag: number
  /** @param isGood it is read again */
  tell(line: string, isGood: boolean): void
}

/** `away`: does not answer; `wrong`: it answers, but is no replica of this database; `behind`: too late */
type Fault = { kind: 'away' | 'wrong' | 'behind'; reason: Said }

const UNUSABLE = 'DATABASE_REPLICA_URL cannot be used:'
const ASIDE = 'The replica of the database is left aside, and the primary read instead:'

/**
 * Positions in the log (WAL), in bytes. A commit that does not wait for the disk is visible before its record is written,
 * so the position is the one up to which records exist. On a new page of the log that is after the page's header,
 * of 40 bytes at most, which no replica replays while nothing follows it. A record that ends there began before the page.
 */
const WRITTEN = `select at - case when mod(at, 8192) <= 40 then mod(at, 8192) else 0 end as position
  from (select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as at) as inserted`
const REPLAYED = `select pg_last_wal_replay_lsn() - '0/0'::pg_lsn as position`
const IDENTITY = `select (select system_identifier from pg_control_system())::text || ' ' || current_database() as name`
const STATE = `${IDENTITY}, pg_is_in_recovery() as replicates,
  case when pg_is_in_recovery() then pg_last_wal_replay_lsn() - '0/0'::pg_lsn end as position`

/**
 * Looks at a replica twice a second. One that is away is a line for the log, as it may come back.
 * @throws StartError if the address leads to something else than a replica of this database
 */
export async function watchReplica(options: WatchOptions): Promise<ReplicaWatch> {
  const watch = new Watch(options)
  await watch.start()
  return watch
}

class Watch implements ReplicaWatch {
  readonly #options: WatchOptions
  readonly #lag = createReplayLag()
  #identity = ''
  #fault: Fault | null = null
  #isStarted = false
  /** position that the replica must have replayed */
  #needed = 0
  #replayed = -1
  readonly #since = performance.now()
  /** calls of `catchUp` */
  #demands = 0
  #looking: Promise<void> | null = null
  #timer: NodeJS.Timeout | undefined

  constructor(options: WatchOptions) {
    this.#options = options
  }

  async start(): Promise<void> {
    try {
      this.#identity = String((await this.#ask(this.#options.primary, IDENTITY)).name)
    } catch (error) {
      throw new StartError(`${UNUSABLE} ${reasonOf(error)}`, { cause: error })
    }
    await this.#look()
    if (this.#fault?.kind === 'wrong') {
      // a replica that does not stream yet may do so at the next start
      const isSetting = this.#fault.reason !== NOT_STREAMING
      throw new StartError(`${UNUSABLE} ${render(this.#fault.reason)}`, { isSetting })
    }
    this.#isStarted = true
    this.#tell(this.#fault)
    this.#timer = setInterval(() => this.look(), INTERVAL).unref()
  }

  state(): ReplicaState {
    const { isUsed } = this
    return { isUsed, lag: this.#lagNow(), fault: this.#fault?.reason ?? null }
  }

  get isUsed(): boolean {
    const lag = this.#lagNow()
    if (this.#fault !== null || lag === null) return false
    return lag <= this.#options.maxLag && this.#replayed >= this.#needed
  }

  async isCaughtUp(): Promise<boolean> {
    if (!this.isUsed) return false
    const began = performance.now()
    try {
      const { position } = await this.#ask(this.#options.primary, WRITTEN)
      for (let pause = 1; ; pause *= 2) {
        const { watching } = this.#options.replica
        if ((await this.#ask(watching, REPLAYED)).position >= position) return true
        if (performance.now() + pause - began > LONGEST_WAIT) return false
        await delay(pause)
      }
    } catch {
      this.look()
      return false
    }
  }

  catchUp(): void {
    this.#demands += 1
    this.#needed = Number.POSITIVE_INFINITY
    this.look()
  }

  look(): void {
    void this.#look()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer)
    await this.#looking
    await this.#options.replica.watching[Symbol.asyncDispose]()
  }

  #look(): Promise<void> {
    this.#looking ??= this.#examine().finally(() => {
      this.#looking = null
    })
    return this.#looking
  }

  async #examine(): Promise<void> {
    const demands = this.#demands
    const at = performance.now()
    try {
      const { position } = await this.#ask(this.#options.primary, WRITTEN)
      this.#lag.wrote(position, at)
      if (demands === this.#demands) this.#needed = Math.min(this.#needed, position)
    } catch {
      return // nothing is known then, so the lag grows by itself
    }
    this.#become(await this.#faultNow())
  }

  async #faultNow(): Promise<Fault | null> {
    const { replica, maxLag } = this.#options
    try {
      const { name, replicates, position } = await this.#ask(replica.watching, STATE)
      if (name !== this.#identity) return { kind: 'wrong', reason: OTHER }
      if (replicates !== true) return { kind: 'wrong', reason: NO_REPLICA }
      if (position === null) return { kind: 'wrong', reason: NOT_STREAMING }
      this.#replayed = position
      this.#lag.replayed(position)
    } catch (error) {
      // what waits for a server that is silent would wait for long
      if (error instanceof DeadlinePassed) for (const each of replica.reading) each.breakOff()
      return {
        kind: 'away',
        reason: said('it does not answer ({reason})', { reason: reasonOf(error) }),
      }
    }
    const lag = this.#lagNow() ?? performance.now() - this.#since
    // once it was late, it has to come well below the limit: or it would be late again at once, and again
    const limit = this.#fault?.kind === 'behind' ? maxLag / 2 : maxLag
    if (lag <= limit) return null
    return {
      kind: 'behind',
      reason: said('it is {seconds} s behind', { seconds: Math.ceil(lag / 1000) }),
    }
  }

  #lagNow(): number | null {
    return this.#lag.lagAt(performance.now())
  }

  #become(fault: Fault | null): void {
    const before = this.#fault
    this.#fault = fault
    if (before?.kind !== fault?.kind && this.#isStarted) this.#tell(fault, true)
  }

  /** @param isNews that there is no fault is one only after another state */
  #tell(fault: Fault | null, isNews = false): void {
    if (fault === null && !isNews) return
    if (fault === null) this.#options.tell('The replica of the database is read again', true)
    else this.#options.tell(`${ASIDE} ${render(fault.reason)}`, false)
  }

  async #ask(connections: Connections, text: string) {
    const client = await connections.connect()
    try {
      const { rows } = await connections.query(client, { text }, PATIENCE)
      client.release()
      return rows[0]
    } catch (error) {
      client.release(true)
      throw error
    }
  }
}

const OTHER = said('it is another database than that of DATABASE_URL')
const NO_REPLICA = said(
  'it is no replica, as pg_is_in_recovery() is false; it may have been promoted',
)
const NOT_STREAMING = said('it does not say how far it has replayed, as only streaming replicas do')
