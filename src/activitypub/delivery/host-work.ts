import type { PeerHost } from './hosts.ts'
import { delayOf, isGivenUp, KEPT_TRIES, pauseOf, USUAL_WAIT } from './retry.ts'
import type { Verdict } from './verdict.ts'
import type { Outcome, Waiting } from './waiting.ts'

/** requests to a living host at once; the rest of its connections are left to others */
const AT_ONCE = 6

/**
 * A host that this process has taken, with the first deliveries that are due for it.
 *
 * Those of one sender go out one after the other, in the order in which they were queued; senders
 * do not wait for each other. One that the host answers with an error steps aside and is tried
 * again later. While the host does not answer nothing else is sent to it, and everything keeps its
 * place. One request finds out whether it is back.
 */
export interface HostWork {
  peer: PeerHost
  /** not begun, in order */
  waiting: Waiting[]
  /** requests under way */
  running: number
  /** of the requests under way */
  senders: Set<string | null>
  /** why all that waits for the host fails, or null */
  givenUp: string | null
  /** why all fails but activities that go despite a block, or null */
  closed: string | null
}

export function workFor(peer: PeerHost, waiting: Waiting[]): HostWork {
  return { peer, waiting, running: 0, senders: new Set(), givenUp: null, closed: null }
}

/** @returns what is to be sent now, which counts as running from now on; null if nothing may */
export function takeNext(work: HostWork, now: number): Waiting | null {
  if (isStopped(work, now) || work.running >= placesOf(work.peer)) return null
  const next = nextOf(work)
  if (next === null) return null
  work.waiting.splice(work.waiting.indexOf(next), 1)
  work.running += 1
  work.senders.add(next.sender_id)
  return next
}

/** Leaves only those deliveries that go to a host with which nothing else is exchanged any more. */
export function close(work: HostWork, reason: string): void {
  work.closed = reason
  work.waiting = work.waiting.filter(({ despite_block }) => despite_block)
}

/** Sends nothing to a host before then, through no fault of its own. */
export function postpone({ peer }: HostWork, until: number): void {
  peer.next_try_at = Math.max(peer.next_try_at ?? 0, until)
}

/** Whether nothing runs and nothing more may begin. */
export function isDone(work: HostWork, now: number): boolean {
  return work.running === 0 && (work.waiting.length === 0 || isStopped(work, now))
}

function isStopped({ peer, givenUp }: HostWork, now: number): boolean {
  return givenUp !== null || (peer.next_try_at ?? 0) > now
}

/** One where nobody has answered yet, so that a host that is dead costs one request. */
function placesOf({ failures, last_success_at }: PeerHost): number {
  return failures > 0 || last_success_at === null ? 1 : AT_ONCE
}

/**
 * The first of a sender without a request under way. For a host that fails it is one with few
 * tries: what was tried before may be what it fails of.
 */
function nextOf({ peer, waiting, senders }: HostWork): Waiting | null {
  const passed = new Set(senders)
  let best: Waiting | null = null
  for (const delivery of waiting) {
    if (passed.has(delivery.sender_id)) continue
    if (peer.failures === 0) return delivery
    passed.add(delivery.sender_id)
    if (best === null || delivery.attempts < best.attempts) best = delivery
  }
  return best
}

/**
 * Takes note of what a try says about the host and the delivery.
 * @param at.random from 0 to 1
 */
export function settle(
  work: HostWork,
  delivery: Waiting,
  verdict: Verdict,
  at: { now: number; random: number },
): Outcome {
  work.running -= 1
  work.senders.delete(delivery.sender_id)
  noteStanding(work.peer, verdict, at)
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

function noteStanding(
  peer: PeerHost,
  verdict: Verdict,
  { now, random }: { now: number; random: number },
): void {
  if (verdict.host === 'unknown') return
  if (verdict.host === 'fails') {
    // What began before the pause did says nothing new.
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
  delivery: Waiting,
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
