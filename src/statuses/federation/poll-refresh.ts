import type { App } from '../../app.ts'
import type { Tx } from '../../transact.ts'
import { findStatus, type StatusRow } from '../queries.ts'
import { lookAgain } from './look-again.ts'
import { whileReading } from './refreshes.ts'

/** ms for which figures that were fetched count as new */
const FRESH = 60_000
/** ms that whoever asks for a poll waits for newer figures */
const PATIENCE = 3000

/**
 * Fetches the figures of a poll of another server anew, unless they are new or final. Who does not
 * answer at once leaves it as it is.
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
  const asked = lookAgain(app, status).catch((error) => {
    app.log.info({ err: error, poll: pollId }, 'the figures of a poll could not be fetched')
  })
  const patience = Promise.withResolvers<void>()
  const timer = setTimeout(patience.resolve, PATIENCE)
  await Promise.race([asked, patience.promise])
  clearTimeout(timer)
}

/** @returns the status of a poll of another server whose figures are neither new nor final */
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
