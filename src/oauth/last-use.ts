import type { App } from '../app.ts'
import type { Tx } from '../transact.ts'
import { markActiveDay } from './active-days.ts'
import { extendSession, USE_NOTED } from './sessions.ts'

const DAY = 86_400_000

interface UsedSession {
  id: string
  user_id: string
  last_used_at: number
  last_active_day: number | null
}

/** Writes down, behind the request's back, on which day somebody was here (S-079). */
export interface UseNotes {
  /** @param lastDay what the user's row said */
  userActive(userId: string, lastDay: number | null): void
  sessionUsed(session: UsedSession): void
  /** @param lastDay what the token's row said */
  tokenUsed(tokenId: string, lastDay: number | null): void
}

/** Each user and token is written at most once a day, a session once an hour, however many requests come at once. */
export function createUseNotes(app: Pick<App, 'clock' | 'transact' | 'log'>): UseNotes {
  const writing = new Set<string>()
  const note = (id: string, write: (tx: Tx) => Promise<void>) => {
    if (writing.has(id)) return
    writing.add(id)
    app
      .transact(write)
      .catch((error) => app.log.warn({ err: error }, 'Could not note the last use'))
      .finally(() => writing.delete(id))
  }
  const userActive: UseNotes['userActive'] = (userId, lastDay) => {
    const today = Math.floor(app.clock() / DAY)
    if (lastDay !== null && lastDay >= today) return
    note(userId, (tx) => noteActive(tx, userId, today))
  }
  return {
    userActive,
    tokenUsed(tokenId, lastDay) {
      const today = Math.floor(app.clock() / DAY)
      if (lastDay === null || lastDay < today) {
        note(tokenId, (tx) => noteTokenUse(tx, tokenId, today))
      }
    },
    sessionUsed(session) {
      userActive(session.user_id, session.last_active_day)
      if (session.last_used_at > app.clock() - USE_NOTED) return
      note(session.id, (tx) => extendSession(tx, session.id))
    },
  }
}

async function noteActive(tx: Tx, userId: string, today: number): Promise<void> {
  await tx.db
    .updateTable('local_user')
    .set({ last_active_day: today })
    .where('id', '=', userId)
    .where((eb) => eb.or([eb('last_active_day', 'is', null), eb('last_active_day', '<', today)]))
    .execute()
  await markActiveDay(tx, userId, today)
}

async function noteTokenUse(tx: Tx, tokenId: string, today: number): Promise<void> {
  await tx.db
    .updateTable('access_token')
    .set({ last_used_day: today })
    .where('id', '=', tokenId)
    .where((eb) => eb.or([eb('last_used_day', 'is', null), eb('last_used_day', '<', today)]))
    .execute()
}
