import type { Tx } from '../../../kernel/core/tx.ts'
import { lockRow } from '../../../kernel/db/expressions.ts'
import { textOfClean } from '../../../kernel/text/sanitize.ts'
import { isNotedLately, noteMatches } from '../../automod/matches.ts'
import type { RuleSet } from '../../automod/rules.ts'
import { saveRemoteEmojis } from '../../emojis/remote.ts'
import { type DomainPolicy, domainsOf, limitsOf } from '../../instance/domain-policy.ts'
import { bioOf, labelOf } from '../author-facts.ts'
import { NO_PICTURES } from '../pictures.ts'
import { type Account, getReachableAccount } from '../queries.ts'
import { applyToAccount, type ScreenedAccount, screenNewAccount } from '../screening.ts'
import { changedColumns, profileColumns, suspensionColumns } from './columns.ts'
import { countFetched, countGone, findHost, type Place } from './domain-hosts.ts'
import { type ActorRow, findActorRow, findHandleRow } from './queries.ts'
import { enqueueDetails } from './queue.ts'
import type { RemoteProfile } from './read-actor.ts'
import { hostOf, saveAddresses } from './save-addresses.ts'
import { type FoundKey, saveKeys } from './save-keys.ts'

/** A handle that belongs to an actor. */
export interface OwnHandle {
  /** in its spelling */
  username: string
  /** in lower case */
  domain: string
  /**
   * whether its domain confirms it: a handle that only the actor claims does not displace another
   * account
   */
  verified: boolean
}

export interface SaveInput {
  profile: RemoteProfile
  handle: OwnHandle
  keys: readonly FoundKey[]
  policy: DomainPolicy
  /** automatic rules that apply to a new account */
  rules: RuleSet
  /** do not fetch the move target that it states: the caller came from there */
  ignoreMove?: boolean
}

/**
 * Stores the current state of an actor: in the account with its federation id; else in the account
 * with its handle, which gets the new id, as after a reinstallation of its server; else in a new
 * account. Staff decisions about the account stay, even if it is renamed (A23), and a deleted
 * account is restored.
 *
 * @returns null if its handle is another account's, or a rule rejects the account
 */
export async function saveActor(tx: Tx, input: SaveInput): Promise<Account | null> {
  const { profile, handle } = input
  const namesake = await locked(tx, await findHandleRow(tx.db, handle))
  const known = await locked(tx, await findActorRow(tx.db, profile.uri))
  if (known === null) {
    if (namesake === null) return insert(tx, input)
    return handle.verified ? update(tx, namesake, input) : null
  }
  if (namesake === null || namesake.id === known.id) return update(tx, known, input)
  if (!handle.verified) return update(tx, known, { ...input, handle: handleOf(known) })
  await displace(tx, namesake)
  return update(tx, await inherit(tx, known, namesake), input)
}

/** Locks the row and reads it again, as it may have changed before. */
async function locked(tx: Tx, row: ActorRow | null): Promise<ActorRow | null> {
  if (row === null) return null
  await lockRow(tx.db, 'account', row.id)
  return findActorRow(tx.db, row.uri)
}

function handleOf({ username, domain }: ActorRow): OwnHandle {
  return { username, domain: domain!, verified: false }
}

/**
 * Its domain gave its name to another actor, so it is gone; the row stays for rows that reference
 * it.
 */
async function displace(tx: Tx, gone: ActorRow): Promise<void> {
  await tx.db
    .updateTable('account')
    .set((eb) => ({
      username_lower: `${gone.username_lower}~${gone.id}`,
      deleted_at: eb.fn.coalesce('deleted_at', eb.val(tx.now)),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', gone.id)
    .execute()
  await tx.db.deleteFrom('actor_key').where('account_id', '=', gone.id).execute()
  if (gone.deleted_at !== null) return
  const place = await placeOf(tx, gone)
  if (place !== null) await countGone(tx, place)
  tx.emit({ type: 'account.deleted', accountId: gone.id })
}

/** An account that takes a suspended account's handle inherits the suspension. */
async function inherit(tx: Tx, heir: ActorRow, from: ActorRow): Promise<ActorRow> {
  if (heir.suspended_at !== null || from.suspended_at === null) return heir
  const { suspended_at, suspended_by_domain, suspended_by_origin } = from
  const suspension = { suspended_at, suspended_by_domain, suspended_by_origin }
  await tx.db.updateTable('account').set(suspension).where('id', '=', heir.id).execute()
  tx.emit({ type: 'account.suspended', accountId: heir.id })
  return { ...heir, ...suspension }
}

async function update(tx: Tx, known: ActorRow, input: SaveInput): Promise<Account> {
  const { profile } = input
  const changed = changedColumns(known, {
    ...profileColumns(tx, input, known),
    ...suspensionColumns(tx, known, profile.suspended),
    // a job sets a changed target after checking its aliases
    moved_to_id: profile.movedToUri === null ? null : known.moved_to_id,
    deleted_at: null,
  })
  if (changed !== null) {
    await tx.db
      .updateTable('account')
      .set((eb) => ({ ...changed, version: eb('version', '+', 1) }))
      .where('id', '=', known.id)
      .execute()
    tx.emit({ type: 'account.updated', accountId: known.id })
  }
  if (changed?.suspended_at != null) tx.emit({ type: 'account.suspended', accountId: known.id })
  await saveBelongings(tx, known.id, input, await placeOf(tx, known))
  if (known.deleted_at !== null) discovered(tx, known.id, profile)
  else if (profile.movedToUri !== null && input.ignoreMove !== true) {
    enqueueDetails(tx, known.id, profile.movedToUri)
  }
  return getReachableAccount(tx.db, known.id)
}

async function insert(tx: Tx, input: SaveInput): Promise<Account | null> {
  const { profile, handle, policy } = input
  const limits = limitsOf(tx.config, policy, [handle.domain, hostOf(profile.uri)], tx.now)
  const screened = screenNew(input)
  if (screened !== null && screened.reject !== null) {
    const about = { subject: 'accounts' as const, accountId: null, statusId: null }
    const { matches, label } = screened
    if (!(await isNotedLately(tx, matches, label))) {
      await noteMatches(tx, matches, { ...about, label })
    }
    return null
  }
  const added = await tx.db
    .insertInto('account')
    .values({
      ...NO_PICTURES,
      id: tx.newId(),
      hide_collections: false,
      moved_to_id: null,
      sensitized_at: null,
      deleted_at: null,
      activated_at: tx.now,
      ...limits,
      ...suspensionColumns(tx, { ...limits, suspended_by_origin: false }, profile.suspended),
      ...profileColumns(tx, input, null),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  // inserted concurrently by another transaction, whose row is visible now
  if (added === undefined) return saveActor(tx, input)
  const none = { followers_count: 0, following_count: 0, statuses_count: 0, last_status_at: null }
  await tx.db
    .insertInto('account_stats')
    .values({ account_id: added.id, ...none })
    .execute()
  await saveBelongings(tx, added.id, input, null)
  if (screened !== null) await applyToAccount(tx, added.id, screened)
  discovered(tx, added.id, profile)
  return getReachableAccount(tx.db, added.id)
}

/**
 * Facts that are unknown before storing, such as the follower count, are matched at the account's
 * first change.
 */
function screenNew({ profile, handle, rules }: SaveInput): ScreenedAccount | null {
  const { username, domain } = handle
  return screenNewAccount(rules, 'remote', labelOf(username, domain), {
    account_age_hours: 0,
    domain,
    username,
    display_name: profile.displayName,
    bio: bioOf(textOfClean(profile.note), profile.fields),
  })
}

function discovered(tx: Tx, accountId: string, profile: RemoteProfile): void {
  enqueueDetails(tx, accountId, profile.movedToUri)
  tx.emit({ type: 'account.discovered', accountId })
}

/** Where an account is counted; null: it is deleted. */
async function placeOf(tx: Tx, { id, domain, deleted_at }: ActorRow): Promise<Place | null> {
  const host = deleted_at === null ? await findHost(tx, id) : null
  return host === null ? null : { domain: domain!, host }
}

async function saveBelongings(
  tx: Tx,
  accountId: string,
  input: SaveInput,
  before: Place | null,
): Promise<void> {
  const { profile, handle, keys, policy } = input
  await saveAddresses(tx, accountId, profile)
  await countFetched(tx, before, { domain: handle.domain, host: hostOf(profile.uri) })
  await saveKeys(tx, { accountId, actorUri: profile.uri, keys })
  const rejected = domainsOf({ domain: handle.domain, uri: profile.uri }).some(policy.rejectsMedia)
  if (!rejected) await saveRemoteEmojis(tx, handle.domain, profile.emojis)
}
