import type { ApiError } from '../../shared/api-error.ts'

/** Entries beside each other: the unit that a long feed is drawn and put away in. */
export interface Block<T> {
  id: number
  /** the same for blocks that came together and have nothing missing between them */
  page: number
  entries: readonly T[]
  /** between this block and the next older one something is missing; `busy` while it is read */
  gap?: Gap
  /** it fills a gap that is in sight: drawn in one step, so that what is being read can be held in its place */
  isInSight?: true
  /** until here the reader had come before what is above */
  readBefore?: true
}

export interface Gap {
  busy: boolean
  error: ApiError | null
}

export const OPEN: Gap = { busy: false, error: null }

/** entries that a page of the API holds by default */
export const PAGE = 20

/** entries of a block: so many are drawn at once, which has to be over before the next frame */
const MOST = 5

let lastBlock = 0

export function blockOf<T>(entries: readonly T[], gap?: Gap, page?: number): Block<T> {
  lastBlock += 1
  return { id: lastBlock, page: page ?? lastBlock, entries, ...(gap === undefined ? {} : { gap }) }
}

/** Cuts entries into blocks, behind those that something is missing after and wherever one gets too long. */
export function blocksOf<T>(
  entries: readonly T[],
  isBeforeGap: (entry: T) => boolean = () => false,
): Block<T>[] {
  const blocks: Block<T>[] = []
  let some: T[] = []
  const close = (gap?: Gap) => {
    const before = blocks.at(-1)
    const page = before?.gap === undefined ? before?.page : undefined
    blocks.push(blockOf(some, gap, page))
    some = []
  }
  for (const entry of entries) {
    some.push(entry)
    const isGap = isBeforeGap(entry)
    if (!isGap && some.length < MOST) continue
    close(isGap ? OPEN : undefined)
  }
  if (some.length > 0) close()
  return blocks
}

/** Puts blocks above others; a short one grows, so that an open page does not end up as hundreds of them. */
export function placeAbove<T>(above: readonly Block<T>[], rest: readonly Block<T>[]): Block<T>[] {
  const last = above.at(-1)
  const [first, ...others] = rest
  if (last === undefined || first === undefined) return [...above, ...rest]
  const fits = last.entries.length + first.entries.length <= MOST
  if (last.gap !== undefined || first.readBefore || !fits) return [...above, ...rest]
  const grown = { ...first, entries: [...last.entries, ...first.entries] }
  return [...above.slice(0, -1), grown, ...others]
}
