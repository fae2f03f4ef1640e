/** positions that are remembered; when there are more, every other one is forgotten, and half as many are noted */
const MOST = 100

/** How far the primary had written its log (WAL), in bytes, at a time of this process's monotonic clock in ms. */
interface Sample {
  position: number
  at: number
}

/**
 * How old the newest data of a replica may be. The primary's positions are noted with the time before each question, so
 * what was committed by then is at or before that position. A replica that has replayed a noted position shows all that
 * was committed by its time. So an idle primary makes no replica late, and a replica that receives nothing is noticed.
 */
export interface ReplayLag {
  /** @param at by `performance.now()`, taken before the primary was asked */
  wrote(position: number, at: number): void
  replayed(position: number): void
  /** ms; null while it is unknown */
  lagAt(now: number): number | null
}

export function createReplayLag(): ReplayLag {
  let waiting: Sample[] = []
  let reached: Sample | null = null
  let replayed = -1
  /** ms between two remembered positions */
  let spacing = 0
  const drop = () => {
    const last = waiting.findLastIndex(({ position }) => position <= replayed)
    if (last === -1) return
    reached = waiting[last]!
    waiting = waiting.slice(last + 1)
    if (waiting.length === 0) spacing = 0
  }
  const remember = (sample: Sample) => {
    const [before, newest] = [waiting.at(-2), waiting.at(-1)]
    // the newest one is always there
    if (before !== undefined && newest!.at - before.at < spacing) waiting.pop()
    waiting.push(sample)
    if (waiting.length <= MOST) return
    waiting = waiting.filter((_, index) => index % 2 === 0)
    spacing = (sample.at - waiting[0]!.at) / waiting.length
  }
  return {
    wrote(position, at) {
      const newest = waiting.at(-1) ?? reached
      if (newest !== null && position < newest.position) {
        // another server has become the primary
        waiting = []
        reached = null
        replayed = -1
      }
      remember({ position, at })
      drop()
    },
    replayed(position) {
      // a replica that crashed shows older data again
      if (reached !== null && position < reached.position) reached = null
      replayed = position
      drop()
    },
    lagAt: (now) => (reached === null ? null : Math.max(0, now - reached.at)),
  }
}
