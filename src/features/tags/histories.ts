import { DAY, MINUTE } from '../../kernel/base/durations.ts'
import type { VersionedKind } from '../../kernel/cache/versioned-cache.ts'
import type { App } from '../../kernel/core/app.ts'
import type { Db } from '../../kernel/db/database.ts'

/** days of a history, including today */
const DAYS_SHOWN = 7
/** uses by accounts that a history is counted from; what takes longer to count counts for a minute */
const MANY = 100
/** approximate bytes of a history */
const PER_HISTORY = 1_500

/** Uses on the last days, newest first; all of it is strings (S-233). */
export type History = { day: string; accounts: string; uses: string }[]

/** How often a tag or link was used on a day (ms / 86400000), and by how many accounts. */
export interface Use {
  id: string
  day: number
  accounts: number
  uses: number
}

/** Tags or links. */
export interface Used {
  kept: VersionedKind<History>
  /** @param since the day before the first one */
  load(db: Db, ids: readonly string[], since: number): Promise<Use[]>
}

export function keptHistories(name: string): VersionedKind<History> {
  return { name, maxBytes: 2 * 1024 * 1024, bytesOf: () => PER_HISTORY }
}

/** Histories of tags or links, by id. */
export async function loadHistories(
  app: Pick<App, 'db' | 'versioned' | 'clock'>,
  used: Used,
  ids: readonly string[],
): Promise<Map<string, History>> {
  const now = app.clock()
  const [today, minute] = [Math.floor(now / DAY), Math.floor(now / MINUTE)]
  const histories = new Map<string, History>()
  for (const id of ids) {
    const kept = app.versioned.get(used.kept, id, minute)
    if (kept !== undefined) histories.set(id, kept)
  }
  const others = ids.filter((id) => !histories.has(id))
  if (others.length === 0) return histories
  const uses = Map.groupBy(await used.load(app.db, others, today - DAYS_SHOWN), ({ id }) => id)
  for (const id of others) {
    const own = uses.get(id) ?? []
    const history = presentHistory(today, own)
    histories.set(id, history)
    if (own.reduce((sum, { accounts }) => sum + accounts, 0) >= MANY) {
      app.versioned.set(used.kept, id, minute, history)
    }
  }
  return histories
}

/** @param clock of the app: the history of what nobody used yet */
export function emptyHistory({ clock }: Pick<App, 'clock'>): History {
  return presentHistory(Math.floor(clock() / DAY), [])
}

function presentHistory(today: number, uses: readonly Use[]): History {
  return Array.from({ length: DAYS_SHOWN }, (_, ago) => {
    const day = today - ago
    const use = uses.find((one) => one.day === day)
    return {
      day: String((day * DAY) / 1000),
      accounts: String(use?.accounts ?? 0),
      uses: String(use?.uses ?? 0),
    }
  })
}
