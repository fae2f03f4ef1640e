import type { Packet } from './link.ts'

/** packets that wait while they cannot be sent */
const MAX_WAITING = 2_000
/** packets in one round trip */
const AT_ONCE = 200
/** ms until a failed sending is repeated */
const PAUSE = 500

/** Sends packets in order, all of one turn of the event loop together, and keeps some of them while that fails. */
export interface Outbox extends Disposable {
  push(packet: Packet): void
  /** packets that were dropped because too many waited */
  readonly dropped: number
}

/** @param onSentAgain called with the first success after packets were dropped */
export function createOutbox(
  send: (packets: readonly Packet[]) => Promise<void>,
  onSentAgain: () => void,
): Outbox {
  let waiting: Packet[] = []
  let isSending = false
  let isMissing = false
  let dropped = 0
  let timer: NodeJS.Timeout | NodeJS.Immediate | undefined
  const later = (ms: number) => {
    isSending = true
    timer = ms === 0 ? setImmediate(run) : setTimeout(run, ms).unref()
  }
  const run = async () => {
    const batch = waiting.slice(0, AT_ONCE)
    try {
      await send(batch)
    } catch {
      return later(PAUSE)
    }
    const sent = new Set(batch)
    waiting = waiting.filter((packet) => !sent.has(packet))
    if (isMissing) {
      isMissing = false
      onSentAgain()
    }
    if (waiting.length > 0) later(0)
    else isSending = false
  }
  return {
    get dropped() {
      return dropped
    },
    push(packet) {
      waiting.push(packet)
      if (waiting.length > MAX_WAITING) {
        waiting.shift()
        dropped += 1
        isMissing = true
      }
      if (!isSending) later(0)
    },
    [Symbol.dispose]() {
      isSending = true
      clearTimeout(timer as NodeJS.Timeout)
      clearImmediate(timer as NodeJS.Immediate)
    },
  }
}
