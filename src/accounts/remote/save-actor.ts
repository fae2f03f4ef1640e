import { isNotedLately, noteMatches } from '../../automod/matches.ts'
import type { RuleSet } from '../../automod/rules.ts'
import { lockRow } from '../../db/expressions.ts'
import { saveRemoteEmojis } from '../../emojis/remote.ts'
import { type DomainPolicy, limitsOf } from '../../instance/domain-policy.ts'
import { textOfClean } from '../../text/sanitize.ts'
import type { Tx } from '../../transact.ts'
import { bioOf, labelOf } from '../author-facts.ts'
import { NO_PICTURES } from '../pictures.ts'
import { type Account, getReachableAccount } from '../queries.ts'
import { applyToAccount, type ScreenedAccount, screenNewAccount } from '../screening.ts'
import { changedColumns, profileColumns, suspensionColumns } from './columns.ts'
import { type ActorRow, findActorRow, findHandleRow } from './queries.ts'
import { enqueueDetails } from './queue.ts'
import type { RemoteProfile } from './read-actor.ts'
import { hostOf, saveAddresses } from './save-addresses.ts'
import { type FoundKey, saveKeys } from './save-keys.ts'

/** A handle that belongs to an actor. */
export interface OwnHandle {
  /** as it is spelled */
  username: string
  /** in lower case */
  domain: string
  /** whether its domain says so: a handle that only the actor claims is taken from nobody */
  verified: boolean
}

export interface SaveInput {
  profile: RemoteProfile
  handle: OwnHandle
  keys: readonly FoundKey[]
  policy: DomainPolicy
  /** automatic rules that a new one is looked at by */
  rules: RuleSet
  /** do not look where it says that it moved to: that is how we came here */
  ignoreMove?: boolean
}

/**
 * Stores an actor as it is now: the account of its federation id; else the account that has its handle,
 * which gets the new id, as of a server that was set up anew; else a new one. What staff did to the
 * account stays, whatever it calls itself (A23), and one that was gone is there again.
 *
 * @returns null if its handle is somebody else's, or a rule refuses the account
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

/** Holds the row and reads it again, as it may have changed before. */
async function locked(tx: Tx, row: ActorRow | null): Promise<ActorRow | null> {
  if (row === null) return null
  await lockRow(tx.db, 'account', row.id)
  return findActorRow(tx.db, row.uri)
}

function handleOf({ username, domain }: ActorRow): OwnHandle {
  return { username, domain: domain!, verified: false }
}

/** Its domain gave its name to another actor, so it is gone; the row stays for what names it. */
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
  if (gone.deleted_at === null) tx.emit({ type: 'account.deleted', accountId: gone.id })
}

/** Whoever takes a suspended account's handle takes its place. */
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
    // another place than now is set by the job that looks whether it is the same person there
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
  await saveBelongings(tx, known.id, input)
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
  // somebody else stored it meanwhile, and by now that can be seen
  if (added === undefined) return saveActor(tx, input)
  const none = { followers_count: 0, following_count: 0, statuses_count: 0, last_status_at: null }
  await tx.db
    .insertInto('account_stats')
    .values({ account_id: added.id, ...none })
    .execute()
  await saveBelongings(tx, added.id, input)
  if (screened !== null) await applyToAccount(tx, added.id, screened)
  discovered(tx, added.id, profile)
  return getReachableAccount(tx.db, added.id)
}

/** What is not known before it is stored, such as how many follow it, rules hear of with its first change. */
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

async function saveBelongings(tx: Tx, accountId: string, input: SaveInput): Promise<void> {
  const { profile, handle, keys } = input
  await saveAddresses(tx, accountId, profile)
  await saveKeys(tx, { accountId, actorUri: profile.uri, keys })
  await saveRemoteEmojis(tx, handle.domain, profile.emojis)
}
