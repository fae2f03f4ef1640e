import { randomUUID } from 'node:crypto'
import type { App } from '../../core/app.ts'
import type { Subscriber } from '../../core/subscriber.ts'
import { ClaimLoop, LEASE, LeaseRenewal, waitAtMost } from '../../jobs/claim-loop.ts'
import { logUnwritten } from '../../jobs/log-unwritten.ts'
import type { JobRunner } from '../../jobs/runner.ts'
import { type Activities, createActivities } from './activities.ts'
import { type Claim, type ClaimInput, claimHostsDue, GATHER } from './claim.ts'
import { createSlots, type Slots } from './concurrency.ts'
import { close, type HostWork, isDone, postpone, reclaim, settle, takeNext } from './host-work.ts'
import { type Lane, renewLeases } from './hosts.ts'
import { type BegunMarker, createBegunMarker } from './mark-begun.ts'
import { countDeliveries, noteCircuit } from './measures.ts'
import { unready, unsendable, type Verdict } from './outcome.ts'
import type { Outcome, WaitingDelivery } from './pending.ts'
import { send } from './send.ts'

/** ms until deliveries that could not be prepared are tried again */
const AFTER_FAILURE = 1000
/** maximum ms that `stop` waits for running requests */
const LONGEST_STOP = 10_000
/** Hosts claimed at once, which bounds memory. A failing host has one request at a time. */
const CAPACITY: Record<Lane, number> = { living: 1000, failing: 200 }
/** requests to living hosts */
const REQUESTS = { active: 128, slow: 900 }
/** error text of a delivery that was begun too often, and by then arrived twice or is finished */
const CUT_OFF = 'The server was stopped twice while this was being sent; it may have arrived'
/** requests begun in one turn of the event loop: signing each takes time */
const BEGUN_AT_ONCE = 8

/** Sends the deliveries queued by `enqueueDelivery`. Any number of processes may run it. */
export interface DeliveryEngine extends JobRunner {
  /** wakes the engine when deliveries are queued */
  readonly subscriber: Subscriber
}

/**
 * Creates the engine of a process. It claims hosts, not single deliveries: a host belongs to one process
 * until its due deliveries are sent, so the order per host holds for any number of processes. A host
 * that does not answer is not claimed until its pause is over, however many deliveries wait for it.
 */
export function createDeliveryEngine(app: App): DeliveryEngine {
  return new Engine(app)
}

class Engine implements DeliveryEngine {
  readonly subscriber: Subscriber = { announce: { 'deliveries.due': () => this.wake() } }
  readonly #app: App
  readonly #holder = randomUUID()
  readonly #activities: Activities = createActivities()
  readonly #begunMarker: BegunMarker
  readonly #slots: Slots = createSlots(REQUESTS, () => this.#pump())
  /** hosts claimed by this process, by name */
  readonly #held = new Map<string, HostWork>()
  /** claimed hosts with a delivery that may begin; the longest waiting first */
  readonly #ready: Record<Lane, Set<HostWork>> = { living: new Set(), failing: new Set() }
  readonly #sending = new Set<Promise<void>>()
  readonly #loop: ClaimLoop<Claim>
  readonly #renewal = new LeaseRenewal(() => this.#renew())
  #outcomes: Outcome[] = []
  #done: HostWork[] = []
  #pumpAgain: NodeJS.Immediate | null = null

  constructor(app: App) {
    this.#app = app
    this.#begunMarker = createBegunMarker(app.database)
    this.#loop = new ClaimLoop(app.clock, () => this.#claim())
  }

  start(): void {
    this.#loop.start()
  }

  wake(): void {
    this.#loop.wake()
  }

  async settle(): Promise<void> {
    for (;;) {
      const { nextAt } = await this.#loop.runOnce()
      if (nextAt <= this.#app.clock()) continue
      if (this.#isIdle()) return
      await waitAtMost(GATHER, this.#allSent())
    }
  }

  async stop(): Promise<void> {
    if (this.#loop.isStopped) return
    await this.#loop.stop()
    await waitAtMost(Math.min(LONGEST_STOP, this.#app.config.shutdownTimeout), this.#allSent())
    this.#renewal.stop()
    // An unanswered request may have arrived; its delivery is sent again.
    const done = [...this.#held.values()].map((work) => ({ ...work, givenUp: null, closed: null }))
    if (done.length === 0) return
    const capacity = { living: 0, failing: 0 }
    const input = { holder: this.#holder, outcomes: this.#outcomes, done, capacity }
    try {
      await claimHostsDue(this.#app, input)
    } catch (error) {
      logUnwritten(this.#app.log, error, 'the last deliveries may be sent again')
    }
  }

  #isIdle(): boolean {
    return this.#outcomes.length === 0 && this.#held.size === 0
  }

  async #allSent(): Promise<void> {
    while (this.#sending.size > 0 || this.#pumpAgain !== null) {
      await Promise.all(this.#sending)
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  async #claim(): Promise<Claim> {
    const input = this.#takeInput()
    try {
      const claim = await claimHostsDue(this.#app, input)
      countDeliveries(this.#app, 'failed', claim.givenUp)
      for (const { peer } of input.done) this.#held.delete(peer.host)
      for (const work of claim.unfinished) this.#held.set(work.peer.host, work)
      this.#done.push(...claim.unfinished)
      await this.#begin(
        claim.claimed.map((work) => this.#hold(work)).filter((work) => work !== null),
      )
      return claim
    } catch (error) {
      this.#outcomes.unshift(...input.outcomes)
      this.#done.unshift(...input.done)
      this.#app.log.error({ err: error }, 'deliveries could not be read or written')
      throw error
    }
  }

  /**
   * A host whose lease ended here may be claimed here again, and stays one work: two would send the same.
   * @returns the work to begin; null if the host is about to be released
   */
  #hold(claimed: HostWork): HostWork | null {
    const { host } = claimed.peer
    const held = this.#held.get(host)
    if (held === undefined) {
      this.#held.set(host, claimed)
      return claimed
    }
    if (this.#done.includes(held)) return null
    this.#unready(held)
    reclaim(held, claimed, new Set(this.#outcomes.map(({ id }) => id)))
    return held
  }

  #takeInput(): ClaimInput {
    const capacity = { ...CAPACITY }
    for (const { peer } of this.#held.values()) capacity[laneOf(peer)] -= 1
    const input = {
      holder: this.#holder,
      outcomes: this.#outcomes,
      done: this.#done,
      capacity,
    }
    this.#outcomes = []
    this.#done = []
    return input
  }

  /** Never throws: a claimed host is always released in the end. */
  async #begin(claimed: readonly HostWork[]): Promise<void> {
    if (claimed.length === 0) return
    this.#renewal.start()
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

  /** Adds a host to the ready hosts, or to the hosts to release. */
  #offer(work: HostWork): void {
    if (isDone(work, this.#app.clock())) this.#done.push(work)
    else this.#ready[laneOf(work.peer)].add(work)
  }

  /** Begins sendable deliveries, host by host. */
  #pump(): void {
    if (this.#loop.isStopped || this.#pumpAgain !== null) return
    for (let begun = 0; begun < BEGUN_AT_ONCE; begun++) {
      const work = this.#nextReady()
      if (work === null) return
      const delivery = takeNext(work, this.#app.clock())
      if (delivery === null) {
        this.#endIfDone(work)
        continue
      }
      this.#ready[laneOf(work.peer)].add(work)
      this.#sendOne(work, delivery)
    }
    this.#pumpAgain = setImmediate(() => {
      this.#pumpAgain = null
      this.#pump()
    })
  }

  /** The lease of a host may end while it waits for its turn. */
  #endIfDone(work: HostWork): void {
    if (!isDone(work, this.#app.clock())) return
    this.#done.push(work)
    this.#gather()
  }

  #nextReady(): HostWork | null {
    const { living, failing } = this.#ready
    const [probe] = failing
    const work = probe ?? (this.#slots.hasRoom() ? living.values().next().value : undefined)
    if (work === undefined) return null
    this.#unready(work)
    return work
  }

  #unready(work: HostWork): void {
    for (const lane of Object.values(this.#ready)) lane.delete(work)
  }

  #sendOne(work: HostWork, delivery: WaitingDelivery): void {
    // A failing host has a single request, so the limit of claimed failing hosts bounds these requests.
    const release = work.peer.failures > 0 ? () => {} : this.#slots.take()
    const sending: Promise<void> = this.#sendToEnd(work, delivery).finally(() => {
      release()
      this.#sending.delete(sending)
      this.#pump()
    })
    this.#sending.add(sending)
  }

  async #sendToEnd(work: HostWork, delivery: WaitingDelivery): Promise<void> {
    const verdict = await this.#try(work, delivery)
    // a TLS connection is not free within this turn: the next delivery would open another one
    await new Promise((resolve) => setImmediate(resolve))
    const at = { now: this.#app.clock(), random: Math.random() }
    const before = { failures: work.peer.failures, givenUp: work.givenUp }
    const outcome = settle(work, delivery, verdict, at)
    noteCircuit(this.#app, work, before, verdict)
    countDeliveries(this.#app, outcome.state)
    this.#outcomes.push(outcome)
    this.#unready(work)
    this.#offer(work)
    this.#gather()
  }

  async #try(work: HostWork, delivery: WaitingDelivery): Promise<Verdict> {
    const { host, prefers_rfc9421: prefersRfc9421 } = work.peer
    const { activity_id: id, inbox_uri: inboxUri } = delivery
    try {
      const activity = await this.#activities.find(this.#app.db, id)
      // The activity was deleted meanwhile, and the delivery with it.
      if (activity === null) return unsendable('It was withdrawn')
      // a delivery to a host that does not answer has not arrived
      const isDown = work.peer.failures > 0
      if (!isDown && !(await this.#begunMarker.markBegun(delivery.id))) return unsendable(CUT_OFF)
      const sent = await send(this.#app, { activity, inboxUri, host, prefersRfc9421 })
      work.peer.prefers_rfc9421 = sent.prefersRfc9421
      return sent.verdict
    } catch (error) {
      this.#app.log.error({ err: error, delivery: delivery.id }, 'a delivery failed')
      return unready('It could not be sent')
    }
  }

  /** Releases hosts at once when no other request is running; otherwise waits to write outcomes together. */
  #gather(): void {
    const nothingElse = this.#sending.size === 1 && this.#ready.living.size === 0
    if (nothingElse && this.#done.length > 0) this.#loop.wake()
    else this.#loop.wakeBy(this.#app.clock() + GATHER)
  }

  async #renew(): Promise<void> {
    if (this.#held.size === 0) {
      this.#renewal.stop()
      return
    }
    this.#renewHeld().catch((error) =>
      this.#app.log.error({ err: error }, 'leases could not be renewed'),
    )
  }

  /** Nothing more is sent to a host that another process has claimed meanwhile. */
  async #renewHeld(): Promise<void> {
    const { database, clock, leaseClock } = this.#app
    const held = [...this.#held.values()]
    const names = held.map(({ peer }) => peer.host).sort()
    const heldUntil = clock() + LEASE
    const lease = { holder: this.#holder, lockedUntil: (await leaseClock()) + LEASE }
    const renewed = new Set(await database.transaction((db) => renewLeases(db, names, lease)))
    for (const work of held) {
      work.heldUntil = renewed.has(work.peer.host) ? heldUntil : 0
    }
  }
}

function laneOf({ failures }: { failures: number }): Lane {
  return failures > 0 ? 'failing' : 'living'
}
