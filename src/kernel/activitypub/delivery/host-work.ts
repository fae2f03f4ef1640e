import type { PeerHost } from './hosts.ts'
import type { Verdict } from './outcome.ts'
import type { Outcome, WaitingDelivery } from './pending.ts'
import { delayOf, isGivenUp, KEPT_TRIES, pauseOf, USUAL_WAIT } from './retry.ts'

/** concurrent requests to a living host; its other connections remain for other requests */
const AT_ONCE = 6

/**
 * A host that this process has claimed, with its first due deliveries.
 *
 * Deliveries of one sender go out one after the other, in queue order; senders do not wait for each
 * other. A delivery that the host answers with an error lets the next ones pass and is retried later.
 * While the host does not answer, no other delivery is sent to it and all deliveries keep their order.
 * A single request probes whether the host is back.
 */
export interface HostWork {
  peer: PeerHost
  /** ms since 1970, by the clock of this process: end of the lease; from then on another process may deliver to the host */
  heldUntil: number
  /** not begun, in order */
  waiting: WaitingDelivery[]
  /** ids of the deliveries whose requests are under way */
  running: Set<string>
  /** of the running requests */
  senders: Set<string | null>
  /** error for all waiting deliveries of the host, which then fail; null: they do not fail */
  givenUp: string | null
  /** error for all of them except activities that go despite a block; null: none */
  closed: string | null
}

export function workFor(peer: PeerHost, waiting: WaitingDelivery[], heldUntil: number): HostWork {
  return {
    peer,
    heldUntil,
    waiting,
    running: new Set(),
    senders: new Set(),
    givenUp: null,
    closed: null,
  }
}

/**
 * Claims a host anew whose lease had ended while requests were under way. These go on; for everything
 * else the new claim counts, as another process may have held the host meanwhile.
 * @param settled ids of deliveries whose outcomes are not written yet
 */
export function reclaim(work: HostWork, claimed: HostWork, settled: ReadonlySet<string>): void {
  work.peer = claimed.peer
  work.heldUntil = claimed.heldUntil
  work.waiting = claimed.waiting.filter(({ id }) => !work.running.has(id) && !settled.has(id))
}

/** @returns the next delivery to send, which counts as running from now on; null if none may be sent */
export function takeNext(work: HostWork, now: number): WaitingDelivery | null {
  if (isStopped(work, now) || work.running.size >= requestLimitOf(work.peer)) return null
  const next = nextOf(work)
  if (next === null) return null
  work.waiting.splice(work.waiting.indexOf(next), 1)
  work.running.add(next.id)
  work.senders.add(next.sender_id)
  return next
}

/** Keeps only deliveries that go despite a block; `reason` becomes the error of the others. */
export function close(work: HostWork, reason: string): void {
  work.closed = reason
  work.waiting = work.waiting.filter(({ despite_block }) => despite_block)
}

/** Delays all deliveries of a host until then, without counting a failure of the host. */
export function postpone({ peer }: HostWork, until: number): void {
  peer.next_try_at = Math.max(peer.next_try_at ?? 0, until)
}

/** Whether no request is running and no other delivery may begin. */
export function isDone(work: HostWork, now: number): boolean {
  return work.running.size === 0 && (work.waiting.length === 0 || isStopped(work, now))
}

function isStopped({ peer, givenUp, heldUntil }: HostWork, now: number): boolean {
  return givenUp !== null || (peer.next_try_at ?? 0) > now || heldUntil <= now
}

/** 1 for a host without any success yet or with failures, so that a dead host costs one request. */
function requestLimitOf({ failures, last_success_at }: PeerHost): number {
  return failures > 0 || last_success_at === null ? 1 : AT_ONCE
}

/**
 * The first delivery of a sender without a running request. For a failing host, the one with the fewest
 * tries: a delivery that was tried before may itself cause the failure.
 */
function nextOf({ peer, waiting, senders }: HostWork): WaitingDelivery | null {
  const passed = new Set(senders)
  let best: WaitingDelivery | null = null
  for (const delivery of waiting) {
    if (passed.has(delivery.sender_id)) continue
    if (peer.failures === 0) return delivery
    passed.add(delivery.sender_id)
    if (best === null || delivery.attempts < best.attempts) best = delivery
  }
  return best
}

/**
 * Records the result of a try for the host and the delivery.
 * @param at.random from 0 to 1
 */
export function settle(
  work: HostWork,
  delivery: WaitingDelivery,
  verdict: Verdict,
  at: { now: number; random: number },
): Outcome {
  work.running.delete(delivery.id)
  work.senders.delete(delivery.sender_id)
  noteHostState(work.peer, verdict, at)
  const { failing_since } = work.peer
  const hostGivenUp = failing_since !== null && isGivenUp(failing_since, at.now)
  if (hostGivenUp) work.givenUp = 'The server has not answered for seven days'
  const expired = hostGivenUp || isGivenUp(delivery.created_at, at.now)
  return {
    id: delivery.id,
    state: stateAfter(verdict, expired),
    next_at: nextTry(work.peer, delivery, verdict, at),
    last_status: verdict.status,
    last_error: verdict.error,
  }
}

function stateAfter({ result }: Verdict, expired: boolean): Outcome['state'] {
  if (result === 'accepted') return 'accepted'
  return result === 'refused' || expired ? 'failed' : 'waiting'
}

function noteHostState(
  peer: PeerHost,
  verdict: Verdict,
  { now, random }: { now: number; random: number },
): void {
  if (verdict.host === 'unknown') return
  if (verdict.host === 'fails') {
    // A request that began before the pause adds no information.
    if ((peer.next_try_at ?? 0) > now) return
    const failingSince = peer.failing_since ?? now
    peer.failures += 1
    peer.failing_since = failingSince
    const pause = pauseOf({ failures: peer.failures, failingSince, now }, random)
    peer.next_try_at = now + Math.max(pause, verdict.wait ?? 0)
    return
  }
  peer.failures = 0
  peer.failing_since = null
  if (verdict.result === 'accepted') peer.last_success_at = now
  if (verdict.host === 'waits') {
    peer.next_try_at = Math.max(peer.next_try_at ?? 0, now + (verdict.wait ?? USUAL_WAIT))
  }
}

function nextTry(
  peer: PeerHost,
  delivery: WaitingDelivery,
  verdict: Verdict,
  { now, random }: { now: number; random: number },
): number {
  if (verdict.result !== 'retry') return delivery.next_at
  const attempts = delivery.attempts + 1
  if (verdict.host === 'lives' || verdict.host === 'unknown') return now + delayOf(attempts, random)
  if (attempts < KEPT_TRIES) return delivery.next_at
  const aside = now + delayOf(attempts - KEPT_TRIES + 1, random)
  return Math.max(aside, peer.next_try_at ?? 0)
}
