import type { App } from '../../../kernel/core/app.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import { findStatus, type StatusRow } from '../queries.ts'
import { refetchStatus } from './refetch.ts'
import { whileReading } from './refreshes.ts'

/** ms during which fetched votes count as current */
const FRESH = 60_000
/** ms that a request for a poll waits for current votes */
const PATIENCE = 3000

/**
 * Refetches the votes of a remote poll, unless they are current or final. If the server does not
 * answer in time, the stored votes stay.
 */
export async function refreshPoll(app: App, pollId: string): Promise<void> {
  const status = await findStale(app, pollId)
  if (status === null) return
  const begin = async (tx: Tx) => {
    const asked = { refreshed_at: tx.now }
    await tx.db.updateTable('poll').set(asked).where('id', '=', pollId).execute()
    return true
  }
  if ((await app.transact(begin).catch(whileReading)) === null) return
  const asked = refetchStatus(app, status).catch((error) => {
    app.log.info({ err: error, poll: pollId }, 'the figures of a poll could not be fetched')
  })
  const patience = Promise.withResolvers<void>()
  const timer = setTimeout(patience.resolve, PATIENCE)
  await Promise.race([asked, patience.promise])
  clearTimeout(timer)
}

/** @returns the status of a remote poll whose votes are neither current nor final */
async function findStale(app: App, pollId: string): Promise<StatusRow | null> {
  const poll = await app.db
    .selectFrom('poll')
    .select(['status_id', 'refreshed_at', 'expires_at'])
    .where('id', '=', pollId)
    .executeTakeFirst()
  if (!poll?.status_id || poll.refreshed_at === null) return null
  const isNew = poll.refreshed_at > app.clock() - FRESH
  const isFinal = poll.expires_at !== null && poll.refreshed_at >= poll.expires_at
  return isNew || isFinal ? null : findStatus(app.db, poll.status_id)
}
