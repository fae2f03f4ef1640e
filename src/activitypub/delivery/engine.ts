import { AsyncLocalStorage } from 'node:async_hooks'
import type { App } from '../../app.ts'
import type { JobRunner } from '../../jobs/runner.ts'
import { unwritten } from '../../jobs/unwritten.ts'
import type { Subscriber } from '../../subscriber.ts'
import { type Activities, createActivities } from './activities.ts'
import { type Beginnings, createBeginnings } from './begin.ts'
import { close, type HostWork, isDone, postpone, settle, takeNext } from './host-work.ts'
import { type Lane, renewLeases } from './hosts.ts'
import { countDeliveries, noteCircuit } from './measures.ts'
import { GATHER, LEASE, type Round, type RoundInput, runRound } from './round.ts'
import { send } from './send.ts'
import { createSlots, type Slots } from './slots.ts'
import { unready, unsendable, type Verdict } from './verdict.ts'
import type { Outcome, Waiting } from './waiting.ts'

/** ms until a look at the table that failed is repeated */
const AFTER_FAILURE = 1000
/** ms that `stop` waits for requests under way */
const LONGEST_STOP = 10_000
/** Hosts held at once, which bounds what is in memory. Those that fail have one request each. */
const PLACES: Record<Lane, number> = { living: 1000, failing: 200 }
/** requests to living hosts */
const REQUESTS = { active: 128, slow: 900 }
/** said of a delivery that may not be sent once more: by then it arrived twice, or its row is over */
const CUT_OFF = 'The server was stopped twice while this was being sent; it may have arrived'
/** requests begun before others of the process have their turn: each is signed */
const BEGUN_AT_ONCE = 8

/** Sends what `enqueueDelivery` has queued, in as many processes as one likes. */
export interface DeliveryEngine extends JobRunner {
  /** hears of what is queued */
  readonly subscriber: Subscriber
}

/**
 * Makes the engine of a process. It takes hosts, not deliveries: a host is one process's until what
 * was due for it is sent, so the order per host holds for any number of processes. One that does
 * not answer is not looked at until its pause is over, however much waits for it.
 */
export function createDeliveryEngine(app: App): DeliveryEngine {
  return new Engine(app)
}

class Engine implements DeliveryEngine {
  readonly subscriber: Subscriber = { announce: { 'deliveries.due': () => this.wake() } }
  readonly #app: App
  readonly #activities: Activities = createActivities()
  readonly #beginnings: Beginnings
  readonly #slots: Slots = createSlots(REQUESTS, () => this.#pump())
  /** hosts of this process, by name */
  readonly #held = new Map<string, HostWork>()
  /** of these, those with something that may begin; the one that waits for longest first */
  readonly #ready: Record<Lane, Set<HostWork>> = { living: new Set(), failing: new Set() }
  readonly #sending = new Set<Promise<void>>()
  /** it works in the context of the start, not of the request that happened to wake it */
  readonly #outside = AsyncLocalStorage.snapshot()
  #outcomes: Outcome[] = []
  #done: HostWork[] = []
  #state: 'idle' | 'started' | 'stopped' = 'idle'
  #round: Promise<Round> | null = null
  #lookAgain = false
  #timer: { at: number; handle: NodeJS.Timeout } | null = null
  #renewal: NodeJS.Timeout | null = null
  #pumpAgain: NodeJS.Immediate | null = null

  constructor(app: App) {
    this.#app = app
    this.#beginnings = createBeginnings(app.database)
  }

  start(): void {
    this.#state = 'started'
    this.#look()
  }

  wake(): void {
    this.#look()
  }

  async settle(): Promise<void> {
    for (;;) {
      while (this.#round !== null) await this.#round.catch(() => {})
      const { nextAt } = await this.#startRound()
      if (nextAt <= this.#app.clock()) continue
      if (this.#isIdle()) return
      await this.#sent(GATHER)
    }
  }

  async stop(): Promise<void> {
    if (this.#state === 'stopped') return
    this.#state = 'stopped'
    clearTimeout(this.#timer?.handle)
    await this.#round?.catch(() => {})
    await this.#sent(LONGEST_STOP)
    clearInterval(this.#renewal ?? undefined)
    // What has not been answered by now may have arrived, and is sent once more.
    const done = [...this.#held.values()].map((work) => ({ ...work, givenUp: null, closed: null }))
    if (done.length === 0) return
    const input = { outcomes: this.#outcomes, done, places: { living: 0, failing: 0 } }
    try {
      await runRound(this.#app, input)
    } catch (error) {
      unwritten(this.#app.log, error, 'the last deliveries may be sent again')
    }
  }

  #isIdle(): boolean {
    return this.#outcomes.length === 0 && this.#held.size === 0
  }

  /** Waits until nothing is under way any more, but not for longer than that, in ms. */
  async #sent(longest: number): Promise<void> {
    const limit = Promise.withResolvers<void>()
    const timer = setTimeout(limit.resolve, longest)
    await Promise.race([this.#allSent(), limit.promise])
    clearTimeout(timer)
  }

  async #allSent(): Promise<void> {
    while (this.#sending.size > 0 || this.#pumpAgain !== null) {
      await Promise.all(this.#sending)
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  #look(): void {
    if (this.#state !== 'started') return
    this.#lookAgain = true
    if (this.#round === null) this.#startRound().catch(() => {})
  }

  #startRound(): Promise<Round> {
    this.#lookAgain = false
    this.#round = this.#outside(() => this.#doRound())
    return this.#round
  }

  async #doRound(): Promise<Round> {
    const input = this.#takeInput()
    try {
      const round = await runRound(this.#app, input)
      countDeliveries(this.#app, 'failed', round.givenUp)
      for (const { peer } of input.done) this.#held.delete(peer.host)
      for (const work of [...round.unfinished, ...round.claimed]) {
        this.#held.set(work.peer.host, work)
      }
      this.#done.push(...round.unfinished)
      await this.#begin(round.claimed)
      this.#afterRound(round.nextAt)
      return round
    } catch (error) {
      this.#outcomes.unshift(...input.outcomes)
      this.#done.unshift(...input.done)
      this.#app.log.error({ err: error }, 'deliveries could not be read or written')
      this.#afterRound(this.#app.clock() + AFTER_FAILURE)
      throw error
    }
  }

  #takeInput(): RoundInput {
    const places = { ...PLACES }
    for (const { peer } of this.#held.values()) places[laneOf(peer)] -= 1
    const input = { outcomes: this.#outcomes, done: this.#done, places }
    this.#outcomes = []
    this.#done = []
    return input
  }

  #afterRound(nextAt: number): void {
    this.#round = null
    this.#sleepUntil(this.#lookAgain ? 0 : nextAt)
  }

  #sleepUntil(at: number): void {
    if (this.#state !== 'started') return
    if (this.#timer !== null && this.#timer.at <= at) return
    clearTimeout(this.#timer?.handle)
    const delay = Math.max(0, at - this.#app.clock())
    const handle = setTimeout(() => {
      this.#timer = null
      this.#look()
    }, delay)
    this.#timer = { at, handle }
  }

  /** Never throws: a host that was taken is let go of in the end. */
  async #begin(claimed: readonly HostWork[]): Promise<void> {
    if (claimed.length === 0) return
    this.#renewal ??= setInterval(() => this.#renew(), LEASE / 3)
    const ids = claimed.flatMap(({ waiting }) => waiting.map(({ activity_id }) => activity_id))
    try {
      await this.#activities.load(this.#app.db, ids)
      for (const work of claimed) await this.#checkPolicy(work)
    } catch (error) {
      this.#app.log.error({ err: error }, 'deliveries could not be prepared')
      for (const work of claimed) postpone(work, this.#app.clock() + AFTER_FAILURE)
    }
    for (const work of claimed) this.#offer(work)
    this.#pump()
  }

  async #checkPolicy(work: HostWork): Promise<void> {
    const { actors } = this.#app.federation
    const allowed = await actors.federatesWith(this.#app, work.peer.host)
    if (!allowed) close(work, 'Nothing is sent to this server')
  }

  /** Puts a host where it is seen to: among those that are ready, or those to be let go of. */
  #offer(work: HostWork): void {
    if (isDone(work, this.#app.clock())) this.#done.push(work)
    else this.#ready[laneOf(work.peer)].add(work)
  }

  /** Begins what may begin, host by host. */
  #pump(): void {
    if (this.#state === 'stopped' || this.#pumpAgain !== null) return
    for (let begun = 0; begun < BEGUN_AT_ONCE; begun++) {
      const work = this.#nextReady()
      if (work === null) return
      const delivery = takeNext(work, this.#app.clock())
      if (delivery === null) continue
      this.#ready[laneOf(work.peer)].add(work)
      this.#sendOne(work, delivery)
    }
    this.#pumpAgain = setImmediate(() => {
      this.#pumpAgain = null
      this.#pump()
    })
  }

  #nextReady(): HostWork | null {
    const { living, failing } = this.#ready
    const [probe] = failing
    const work = probe ?? (this.#slots.hasRoom() ? living.values().next().value : undefined)
    if (work === undefined) return null
    living.delete(work)
    failing.delete(work)
    return work
  }

  #sendOne(work: HostWork, delivery: Waiting): void {
    // One that fails has a single request: its places in memory bound these.
    const giveBack = work.peer.failures > 0 ? () => {} : this.#slots.take()
    const sending: Promise<void> = this.#sendToEnd(work, delivery).finally(() => {
      giveBack()
      this.#sending.delete(sending)
      this.#pump()
    })
    this.#sending.add(sending)
  }

  async #sendToEnd(work: HostWork, delivery: Waiting): Promise<void> {
    const verdict = await this.#try(work, delivery)
    // over TLS its connection is not free within this turn: the next delivery would open another one
    await new Promise((resolve) => setImmediate(resolve))
    const at = { now: this.#app.clock(), random: Math.random() }
    const before = { failures: work.peer.failures, givenUp: work.givenUp }
    const outcome = settle(work, delivery, verdict, at)
    noteCircuit(this.#app, work, before, verdict)
    countDeliveries(this.#app, outcome.state)
    this.#outcomes.push(outcome)
    for (const lane of Object.values(this.#ready)) lane.delete(work)
    this.#offer(work)
    this.#gather()
  }

  async #try(work: HostWork, delivery: Waiting): Promise<Verdict> {
    const { host, prefers_rfc9421: prefersRfc9421 } = work.peer
    const { activity_id: id, inbox_uri: inboxUri } = delivery
    try {
      const activity = await this.#activities.find(this.#app.db, id)
      // Deleted meanwhile, and the delivery with it.
      if (activity === null) return unsendable('It was withdrawn')
      // what a host that is down did not answer has not arrived
      const isDown = work.peer.failures > 0
      if (!isDown && !(await this.#beginnings.begin(delivery.id))) return unsendable(CUT_OFF)
      const sent = await send(this.#app, { activity, inboxUri, host, prefersRfc9421 })
      work.peer.prefers_rfc9421 = sent.prefersRfc9421
      return sent.verdict
    } catch (error) {
      this.#app.log.error({ err: error, delivery: delivery.id }, 'a delivery failed')
      return unready('It could not be sent')
    }
  }

  /** When nothing is under way there is nothing to wait for. */
  #gather(): void {
    const nothingElse = this.#sending.size === 1 && this.#ready.living.size === 0
    if (nothingElse && this.#done.length > 0) this.#look()
    else this.#sleepUntil(this.#app.clock() + GATHER)
  }

  #renew(): void {
    if (this.#held.size === 0) {
      clearInterval(this.#renewal ?? undefined)
      this.#renewal = null
      return
    }
    const until = this.#app.clock() + LEASE
    this.#app.database
      .transaction((db) => renewLeases(db, [...this.#held.keys()].sort(), until))
      .catch((error) => this.#app.log.error({ err: error }, 'leases could not be renewed'))
  }
}

function laneOf({ failures }: { failures: number }): Lane {
  return failures > 0 ? 'failing' : 'living'
}
