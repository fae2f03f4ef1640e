import { DAY } from '../../kernel/base/durations.ts'
import type { App, Use } from '../../kernel/core/app.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import { markActiveDay } from '../identity/active-days.ts'
import { extendSession, USE_NOTED } from '../identity/sessions.ts'

interface UsedSession {
  id: string
  user_id: string
  last_used_at: number
  last_active_day: number | null
}

/** Records the days of use in the background, without delaying requests (S-079). */
export interface UseNotes {
  /** @param lastDay from the user's row */
  userActive(userId: string, lastDay: number | null): void
  sessionUsed(session: UsedSession): void
  /** @param lastDay from the token's row */
  tokenUsed(tokenId: string, lastDay: number | null): void
}

/** Each user and token is recorded at most once a day, a session once an hour. */
export function createUseNotes({ clock, noteUse }: Pick<App, 'clock' | 'noteUse'>): UseNotes {
  const isDue = (lastDay: number | null) => lastDay === null || lastDay < Math.floor(clock() / DAY)
  const userActive: UseNotes['userActive'] = (id, lastDay) => {
    if (isDue(lastDay)) noteUse({ kind: 'user', id })
  }
  return {
    userActive,
    tokenUsed(id, lastDay) {
      if (isDue(lastDay)) noteUse({ kind: 'token', id })
    },
    sessionUsed(session) {
      userActive(session.user_id, session.last_active_day)
      if (session.last_used_at <= clock() - USE_NOTED) noteUse({ kind: 'session', id: session.id })
    },
  }
}

/** Records uses, each once also under concurrent requests. */
export function createUseWriter(app: Pick<App, 'transact' | 'log'>): (use: Use) => void {
  const writing = new Set<string>()
  return ({ kind, id }) => {
    if (writing.has(id)) return
    writing.add(id)
    app
      .transact((tx) => WRITE[kind](tx, id))
      .catch((error) => app.log.warn({ err: error }, 'Could not note the last use'))
      .finally(() => writing.delete(id))
  }
}

const WRITE: Record<Use['kind'], (tx: Tx, id: string) => Promise<void>> = {
  user: (tx, id) => noteActive(tx, id, Math.floor(tx.now / DAY)),
  token: (tx, id) => noteTokenUse(tx, id, Math.floor(tx.now / DAY)),
  session: extendSession,
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
