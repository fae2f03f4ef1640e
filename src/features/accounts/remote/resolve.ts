import type { FetchOptions } from '../../../kernel/activitypub/fetch.ts'
import { DAY } from '../../../kernel/base/durations.ts'
import { NotFound } from '../../../kernel/base/errors.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { prepared } from '../../../kernel/db/prepared.ts'
import { sameOrigin } from '../../../kernel/net/origin.ts'
import { domainPolicy, federatesWith } from '../../instance/domain-policy.ts'
import { ACCOUNT_COLUMNS, type Account, findAccountByName } from '../queries.ts'
import { fetchActor } from './fetch-actor.ts'
import { refreshJob } from './queue.ts'
import { hostOf } from './save-addresses.ts'
import { askWebFinger } from './webfinger.ts'

/** ms after which a remote account is refetched at its next use */
const STALE = DAY

const byUri = prepared((db, p: { uri: string }) =>
  db
    .selectFrom('account')
    .where('uri', '=', p.uri)
    .where('deleted_at', 'is', null)
    .select(ACCOUNT_COLUMNS),
)

const staleById = prepared((db, p: { accountId: string; before: number }) =>
  db
    .selectFrom('remote_actor')
    .where('account_id', '=', p.accountId)
    .where('fetched_at', '<', p.before)
    .select('account_id'),
)

/** The account with that federation id, local or remote, whatever its state unless deleted. */
export async function findAccountByUri(db: Db, uri: string): Promise<Account | null> {
  return (await byUri(db, { uri }))[0] ?? null
}

/**
 * The account of an actor: stored, or fetched at its origin if unknown; a job refreshes it if the
 * last fetch is long ago.
 *
 * @returns null if it is no actor, gone, or on a domain that we do not federate with
 * @throws Unreachable
 */
export async function resolveAccount(
  app: App,
  uri: string,
  options: FetchOptions = {},
): Promise<Account | null> {
  const known = await findAccountByUri(app.db, uri)
  if (sameOrigin(uri, app.config.origin)) return known
  if (!(await exchangesWith(app, hostOf(uri)))) return null
  if (known === null) return orNull(fetchActor(app, uri, options))
  return (await exchangesWith(app, known.domain!)) ? current(app, known) : null
}

/**
 * The account of a handle, resolved by WebFinger if unknown.
 *
 * @param domain in lower case; null for local handles
 * @returns null if there is none
 * @throws Unreachable
 */
export async function resolveHandle(
  app: App,
  handle: { username: string; domain: string | null },
): Promise<Account | null> {
  const { domain } = handle
  const username = handle.username.toLowerCase()
  const known = await findAccountByName(app.db, username, domain)
  if (domain === null) return known
  if (!(await exchangesWith(app, domain))) return null
  if (known !== null) return current(app, known)
  const fingered = await askWebFinger(app, { username, domain })
  if (fingered === null) return null
  const uri = fingered.actorUri
  const stored = await findAccountByUri(app.db, uri)
  if (sameOrigin(uri, app.config.origin)) return null
  if (!(await exchangesWith(app, hostOf(uri)))) return null
  // stored under another handle: meanwhile its domain has given it this one
  if (stored !== null && isHandleOf(stored, fingered)) return current(app, stored)
  return orNull(fetchActor(app, uri, { fingered }))
}

function isHandleOf(account: Account, handle: { username: string; domain: string }): boolean {
  return account.username.toLowerCase() === handle.username && account.domain === handle.domain
}

async function exchangesWith(app: App, domain: string): Promise<boolean> {
  return federatesWith(app.config, await app.cached.get(domainPolicy), domain)
}

/** The stored account; enqueues a refresh if the last fetch is long ago. */
async function current(app: App, account: Account): Promise<Account> {
  await suggestRefresh(app, account.id)
  return account
}

/** Enqueues a refetch of a remote account if the last fetch is long ago. */
export async function suggestRefresh(app: App, accountId: string): Promise<void> {
  const before = app.clock() - STALE
  const [stale] = await staleById(app.db, { accountId, before })
  if (stale !== undefined) app.deferredJobs.add(refreshJob(accountId))
}

async function orNull(fetching: Promise<Account | null>): Promise<Account | null> {
  try {
    return await fetching
  } catch (error) {
    if (error instanceof NotFound) return null
    throw error
  }
}
