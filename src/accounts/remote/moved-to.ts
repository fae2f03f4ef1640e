import type { App } from '../../app.ts'
import { NotFound } from '../../errors.ts'
import { sameOrigin } from '../../net/origin.ts'
import { type Account, getReachableAccount } from '../queries.ts'
import { fetchActor } from './fetch-actor.ts'
import type { Addresses } from './queries.ts'
import { findAccountByUri } from './resolve.ts'

/**
 * The account that somebody says they moved to, as it is now: whether it names the old one as its own
 * may have changed today.
 *
 * @returns null if there is none
 * @throws Unreachable
 */
export async function fetchMoveTarget(app: App, uri: string): Promise<Account | null> {
  if (sameOrigin(uri, app.config.origin)) return findAccountByUri(app.db, uri)
  try {
    return await fetchActor(app, uri, { ignoreMove: true })
  } catch (error) {
    if (error instanceof NotFound) return null
    throw error
  }
}

/**
 * Fetches a known account again before somebody moves there.
 * @throws NotFound if it is gone
 * @throws Unreachable
 */
export async function refreshMoveTarget(app: App, account: Account): Promise<Account> {
  const fresh = await fetchMoveTarget(app, account.uri)
  return fresh ?? getReachableAccount(app.db, account.id)
}

/**
 * Shows where a remote account says that it moved to, if the account there says the same (A21). Nobody's
 * follows go along: that is for a Move, which is sent once.
 *
 * @throws Unreachable
 */
export async function followMove(app: App, actor: Addresses, movedToUri: string): Promise<void> {
  const target = movedToUri === actor.uri ? null : await fetchMoveTarget(app, movedToUri)
  const agrees = target !== null && (await canReceive(app, target.id, actor.uri))
  const movedToId = agrees ? target.id : null
  await app.transact((tx) =>
    tx.db
      .updateTable('account')
      .set((eb) => ({ moved_to_id: movedToId, version: eb('version', '+', 1) }))
      .where('id', '=', actor.account_id)
      .where((eb) => eb('moved_to_id', 'is distinct from', movedToId))
      .execute(),
  )
}

async function canReceive(app: App, accountId: string, uri: string): Promise<boolean> {
  const { also_known_as, moved_to_id, suspended_at } = await app.db
    .selectFrom('account')
    .select(['also_known_as', 'moved_to_id', 'suspended_at'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return also_known_as.includes(uri) && moved_to_id === null && suspended_at === null
}
