import { Forbidden, ValidationFailed } from '../../../kernel/base/errors.ts'
import { statusUri } from '../../../kernel/base/urls.ts'
import { limitedTo } from '../../../kernel/core/audience-rules.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import { lockRow } from '../../../kernel/db/expressions.ts'
import { prepared } from '../../../kernel/db/prepared.ts'
import type { Visibility } from '../../../kernel/db/schema.ts'
import { isLimited } from '../../automod/matches.ts'
import { getVisibleOriginal, getVisibleStatus, type StatusRow } from '../queries.ts'
import type { Author } from '../write/create.ts'
import { classesOf } from '../write/list-classes.ts'
import { removeStatus } from '../write/remove.ts'
import { freeId, insertRow, insertStatusStats, noteLatestStatus } from '../write/store.ts'
import { type Interaction, refuseBlocked } from './favourites.ts'

/** A reblog from another server. */
export interface ArrivedReblog {
  /** id of the Announce */
  uri: string
  /** ms since 1970 */
  createdAt: number
  /** false: it was fetched or is old, so it reaches no timelines and no notifications */
  live: boolean
}

export interface NewReblog {
  author: Author
  statusId: string
  visibility: Visibility
  arrived?: ArrivedReblog
}

/**
 * Reblogs a status; doing it again returns the same reblog.
 *
 * @param input.visibility of the reblog; a reblog of a private status is always private
 * @returns the id of the reblog
 * @throws NotFound if the account cannot see it
 * @throws Forbidden if it can, but the status is direct, private by another account (S-338),
 * limited by an automatic rule, or by an account that it blocks
 * @throws ValidationFailed for a direct reblog
 * @see https://docs.joinmastodon.org/methods/statuses/#boost
 */
export async function reblogStatus(tx: Tx, input: NewReblog): Promise<string> {
  const { author } = input
  await lockRow(tx.db, 'account', author.id)
  const { id: originalId } = await getVisibleOriginal(tx.db, author.id, input.statusId)
  // it may be deleted concurrently, and a deletion includes only the reblogs that exist by then
  await lockRow(tx.db, 'status', originalId)
  const original = await getVisibleStatus(tx.db, author.id, originalId)
  const foreign = original.account_id !== author.id
  if (original.visibility === 'direct' || (original.visibility === 'private' && foreign)) {
    throw new Forbidden()
  }
  if (original.visibility === 'unlisted' && (await isLimited(tx.db, original.id))) {
    throw new Forbidden()
  }
  await refuseBlocked(tx.db, author.id, original)
  if (input.visibility === 'direct') {
    throw new ValidationFailed('Visibility of a boost cannot be direct')
  }
  const earlier = await findReblog(tx, author.id, original.id)
  if (earlier !== null) return announceEarlier(tx, earlier, input)
  const { createdAt, live } = input.arrived ?? { createdAt: tx.now, live: true }
  const id = await freeId(tx, createdAt)
  await insertReblog(tx, id, original, input)
  tx.addToCount('status_stats.reblogs_count', original.id, 1)
  if (live) tx.addToCount('account_stats.statuses_count', author.id, 1)
  await noteLatestStatus(tx, author.id, createdAt)
  announce(tx, { statusId: id, accountId: author.id, reblogOfId: original.id, live })
  return id
}

/** A reblog that was fetched before it was delivered reaches its readers now. */
async function announceEarlier(tx: Tx, earlier: StatusRow, input: NewReblog): Promise<string> {
  const { id, account_id: accountId } = earlier
  if (earlier.quiet && input.arrived?.live === true && earlier.uri === input.arrived.uri) {
    await tx.db.updateTable('status').set({ quiet: false }).where('id', '=', id).execute()
    tx.addToCount('account_stats.statuses_count', accountId, 1)
    announce(tx, { statusId: id, accountId, reblogOfId: earlier.reblog_of_id!, live: true })
  }
  return id
}

function announce(
  tx: Tx,
  reblog: { statusId: string; accountId: string; reblogOfId: string; live: boolean },
): void {
  const { statusId, accountId, live } = reblog
  tx.emit({ type: 'status.created', statusId, accountId, live })
  tx.emit({ type: 'status.reblogged', ...reblog })
}

async function insertReblog(
  tx: Tx,
  id: string,
  original: StatusRow,
  input: NewReblog,
): Promise<void> {
  const { author, arrived } = input
  const uri = arrived?.uri ?? `${statusUri(tx.config, author.username, id)}/activity`
  const visibility = reblogVisibility(original, input)
  const local = arrived === undefined
  await insertRow(tx.db, {
    id,
    account_id: author.id,
    uri,
    url: uri,
    visibility,
    text: '',
    content: '',
    spoiler_text: '',
    sensitive: false,
    // followers with chosen languages are matched by the language of the original
    language: original.language,
    in_reply_to_id: null,
    in_reply_to_account_id: null,
    conversation_id: null,
    reblog_of_id: original.id,
    application_id: null,
    poll_id: null,
    media_ids: '[]',
    quote_policy: null,
    replies_uri: null,
    refreshed_at: null,
    local,
    quiet: arrived?.live === false,
    created_at: arrived?.createdAt ?? tx.now,
    edited_at: null,
    deleted_at: null,
    ...classesOf({
      accountId: author.id,
      visibility,
      isReblog: true,
      inReplyToAccountId: null,
      local,
      hasMedia: false,
    }),
  })
  await insertStatusStats(tx.db, id)
}

function reblogVisibility(
  original: StatusRow,
  { author, visibility }: { author: Author; visibility: Visibility },
): Visibility {
  if (original.visibility === 'private') return 'private'
  return limitedTo(visibility, author.silenced)
}

/**
 * Removes a reblog, also if the account can no longer see the original (S-337).
 * @returns whether there was one
 */
export async function unreblogStatus(tx: Tx, input: Interaction): Promise<boolean> {
  const reblog = await findReblog(tx, input.accountId, input.statusId)
  if (reblog === null) return false
  await removeStatus(tx, reblog, false)
  return true
}

/** The account's reblog of a status, or null. */
export async function findReblog(
  tx: Tx,
  accountId: string,
  originalId: string,
): Promise<StatusRow | null> {
  return (await reblogBy(tx.db, { accountId, originalId }))[0] ?? null
}

const reblogBy = prepared((db, p: { accountId: string; originalId: string }) =>
  db
    .selectFrom('status')
    .selectAll()
    .where('account_id', '=', p.accountId)
    .where('reblog_of_id', '=', p.originalId)
    .where('reblog_of_id', 'is not', null)
    .where('deleted_at', 'is', null),
)
