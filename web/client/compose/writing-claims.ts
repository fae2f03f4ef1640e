import { me } from '../../shared/session.ts'

/** A text that this window alone writes. */
export interface Claim {
  release: () => void
  /** what happens when another window asks for it: it is released, or not */
  onAsked: (handOver: () => void) => void
}

/** ms that another window has to hand a text over */
const PATIENCE = 4000

const PREFIX = `rookery-writing-${me.account_id}`
const channel = new BroadcastChannel(PREFIX)
const handOvers = new Map<string, () => void>()

channel.addEventListener('message', ({ data }: MessageEvent<{ slot: string }>) => {
  handOvers.get(data.slot)?.()
})

/** Claims the text of a slot. @returns null if another window writes it */
export const claim = (slot: string): Promise<Claim | null> => hold(slot, { ifAvailable: true })

/** Claims the text of a slot and asks the window that writes it to let it go. @returns null if that does not */
export async function takeOver(slot: string): Promise<Claim | null> {
  const free = await claim(slot)
  if (free !== null) return free
  channel.postMessage({ slot })
  return hold(slot, { signal: AbortSignal.timeout(PATIENCE) })
}

/** Where there are no locks, as without HTTPS, nobody is kept from anything. */
function hold(slot: string, options: LockOptions): Promise<Claim | null> {
  if (navigator.locks === undefined) return Promise.resolve(claimOf(slot, () => {}))
  return new Promise((resolve) => {
    const held = (lock: Lock | null): Promise<void> | undefined => {
      if (lock === null) return void resolve(null)
      return new Promise((release) => resolve(claimOf(slot, release)))
    }
    navigator.locks.request(`${PREFIX}-${slot}`, options, held).catch(() => resolve(null))
  })
}

function claimOf(slot: string, letGo: () => void): Claim {
  return {
    release: () => {
      handOvers.delete(slot)
      letGo()
    },
    onAsked: (handOver) => {
      handOvers.set(slot, handOver)
    },
  }
}
