import { statusUri } from '../addresses.ts'
import { lockRow } from '../db/expressions.ts'
import type { Visibility } from '../db/schema.ts'
import { Forbidden, ValidationFailed } from '../errors.ts'
import type { Tx } from '../transact.ts'
import { countForAuthor } from './author-stats.ts'
import { type Author, insertStatusStats } from './create.ts'
import { type Interaction, refuseBlocked } from './favourites.ts'
import { getVisibleOriginal, getVisibleStatus, type StatusRow } from './queries.ts'
import { removeStatus } from './remove.ts'

/**
 * Reblogs a status; doing it again gives the same reblog.
 *
 * @param input.visibility of the reblog; that of a private status is always private
 * @returns the id of the reblog
 * @throws NotFound if the account cannot see it
 * @throws Forbidden if it can, but the status is direct, somebody else's private one (S-338), or by
 *   somebody whom the account blocks
 * @throws ValidationFailed for a direct reblog
 * @see https://docs.joinmastodon.org/methods/statuses/#boost
 */
export async function reblogStatus(
  tx: Tx,
  input: { author: Author; statusId: string; visibility: Visibility },
): Promise<string> {
  const { author } = input
  await lockRow(tx.db, 'account', author.id)
  const { id: originalId } = await getVisibleOriginal(tx.db, author.id, input.statusId)
  // it may be deleted at the same moment, and a deletion takes the reblogs that are there along
  await lockRow(tx.db, 'status', originalId)
  const original = await getVisibleStatus(tx.db, author.id, originalId)
  const foreign = original.account_id !== author.id
  if (original.visibility === 'direct' || (original.visibility === 'private' && foreign)) {
    throw new Forbidden()
  }
  await refuseBlocked(tx.db, author.id, original)
  if (input.visibility === 'direct') {
    throw new ValidationFailed('Visibility of a boost cannot be direct')
  }
  const earlier = await findReblog(tx, input.author.id, original.id)
  if (earlier !== null) return earlier.id
  const id = tx.newId()
  await insertReblog(tx, id, original, input)
  tx.addToCount('status_stats.reblogs_count', original.id, 1)
  await countForAuthor(tx, input.author.id, input.visibility)
  tx.emit({ type: 'status.created', statusId: id, accountId: input.author.id })
  tx.emit({
    type: 'status.reblogged',
    statusId: id,
    accountId: input.author.id,
    reblogOfId: original.id,
  })
  return id
}

async function insertReblog(
  tx: Tx,
  id: string,
  original: StatusRow,
  input: { author: Author; visibility: Visibility },
): Promise<void> {
  const uri = `${statusUri(tx.config, input.author.username, id)}/activity`
  await tx.db
    .insertInto('status')
    .values({
      id,
      account_id: input.author.id,
      uri,
      url: uri,
      visibility: reblogVisibility(original, input),
      text: '',
      content: '',
      spoiler_text: '',
      sensitive: false,
      // followers who chose languages are asked by the original's
      language: original.language,
      in_reply_to_id: null,
      in_reply_to_account_id: null,
      conversation_id: null,
      reblog_of_id: original.id,
      application_id: null,
      poll_id: null,
      media_ids: '[]',
      local: true,
      created_at: tx.now,
      edited_at: null,
      deleted_at: null,
    })
    .execute()
  await insertStatusStats(tx.db, id)
}

function reblogVisibility(
  original: StatusRow,
  { author, visibility }: { author: Author; visibility: Visibility },
): Visibility {
  if (original.visibility === 'private') return 'private'
  if (author.silenced && visibility === 'public') return 'unlisted'
  return visibility
}

/**
 * Takes a reblog back; also when the account cannot see the original any more (S-337).
 * @returns whether there was one
 */
export async function unreblogStatus(tx: Tx, input: Interaction): Promise<boolean> {
  const reblog = await findReblog(tx, input.accountId, input.statusId)
  if (reblog === null) return false
  await removeStatus(tx, reblog, false)
  return true
}

async function findReblog(
  tx: Tx,
  accountId: string,
  originalId: string,
): Promise<StatusRow | null> {
  const row = await tx.db
    .selectFrom('status')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('reblog_of_id', '=', originalId)
    .where('reblog_of_id', 'is not', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}
