import { Gone, NotFound, Unreachable } from '../../../kernel/base/errors.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { JobHandlers } from '../../../kernel/jobs/handlers.ts'
import { fetchCounts } from './counts.ts'
import { fetchActor } from './fetch-actor.ts'
import { followMove } from './moved-to.ts'
import { type Addresses, findAddresses } from './queries.ts'
import { DETAILS, REFRESH } from './queue.ts'
import { removeRemoteAccount } from './remove.ts'

/** concurrent requests to possibly slow servers */
const AT_ONCE = 4

export const jobs: JobHandlers = {
  [REFRESH]: {
    concurrency: AT_ONCE,
    lapses: true,
    run: (app, { accountId }) => refresh(app, String(accountId)),
  },
  [DETAILS]: {
    concurrency: AT_ONCE,
    // a failed fetch is repeated with the next refresh
    maxAttempts: 3,
    lapses: true,
    run: (app, { accountId, movedToUri }) =>
      fetchDetails(app, String(accountId), movedToUri === null ? null : String(movedToUri)),
  },
}

/**
 * Refetches a remote account. If its server answers that the account is gone, it is removed; if the
 * server does not answer, it stays unchanged until its next use a day later.
 */
async function refresh(app: App, accountId: string): Promise<void> {
  const actor = await findAddresses(app.db, accountId)
  if (actor === null) return
  try {
    await fetchActor(app, actor.uri, { checkHandle: true })
  } catch (error) {
    if (error instanceof NotFound && error.cause instanceof Gone) {
      await app.transact((tx) => removeRemoteAccount(tx, accountId))
      app.federation.keys.forget(actor.uri)
      return
    }
    if (!(error instanceof NotFound || error instanceof Unreachable)) throw error
    return noteAttempt(app, accountId)
  }
  await noteAttempt(app, accountId)
  const fetched = await findAddresses(app.db, accountId)
  if (fetched !== null) await fetchCounts(app, fetched)
  await app.transact(async (tx) => tx.emit({ type: 'account.refreshed', accountId }))
}

/** Otherwise every use of the account would trigger another attempt. */
async function noteAttempt(app: App, accountId: string): Promise<void> {
  await app.transact((tx) =>
    tx.db
      .updateTable('remote_actor')
      .set({ fetched_at: tx.now })
      .where('account_id', '=', accountId)
      .execute(),
  )
}

async function fetchDetails(app: App, accountId: string, movedToUri: string | null): Promise<void> {
  const actor: Addresses | null = await findAddresses(app.db, accountId)
  if (actor === null) return
  await fetchCounts(app, actor)
  if (movedToUri !== null) await followMove(app, actor, movedToUri)
}
