import { NotFound } from '../../../kernel/base/errors.ts'
import type { App } from '../../../kernel/core/app.ts'
import { sameOrigin } from '../../../kernel/net/origin.ts'
import { type Account, getReachableAccount } from '../queries.ts'
import { fetchActor } from './fetch-actor.ts'
import type { Addresses } from './queries.ts'
import { findAccountByUri } from './resolve.ts'

/**
 * Fetches the account that another account claims to have moved to, because its aliases may have
 * changed recently.
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
 * Refetches a known account before another account moves there.
 * @throws NotFound if it is gone
 * @throws Unreachable
 */
export async function refreshMoveTarget(app: App, account: Account): Promise<Account> {
  const fresh = await fetchMoveTarget(app, account.uri)
  return fresh ?? getReachableAccount(app.db, account.id)
}

/**
 * Shows the target that a remote account states, if the target has it as an alias (A21). Follows do
 * not move: only a Move activity, which is sent once, moves them.
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
