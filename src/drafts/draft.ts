import type { Db } from '../db/database.ts'
import { lockRow } from '../db/expressions.ts'
import { NotFound, ValidationFailed } from '../errors.ts'
import { keepForDraft, keepOnlyForDraft } from '../media/drafts.ts'
import { getVisibleOriginal } from '../statuses/queries.ts'
import { said } from '../text/said.ts'
import type { Tx } from '../transact.ts'
import type { DraftInput } from './input.ts'
import { countDrafts, type Draft, getOwnDraft } from './queries.ts'

const MOST = 300

/**
 * Keeps what somebody has begun to write.
 *
 * @returns its id
 * @throws ValidationFailed if there are too many, or it names media or statuses that it may not
 */
export async function createDraft(tx: Tx, accountId: string, input: DraftInput): Promise<string> {
  await lockRow(tx.db, 'account', accountId)
  if ((await countDrafts(tx.db, accountId)) >= MOST) {
    throw new ValidationFailed(said('You have exceeded the limit of {max} drafts', { max: MOST }))
  }
  await checkNamed(tx.db, accountId, input)
  const id = tx.newId()
  await tx.db
    .insertInto('draft')
    .values({ id, account_id: accountId, created_at: tx.now, ...columnsOf(tx, id, input) })
    .execute()
  await keepMedia(tx, { id, accountId }, input)
  return id
}

interface Own {
  accountId: string
  id: string
}

/**
 * Puts the draft in the place of what it was. What it named before may be gone by now.
 *
 * @throws NotFound if it is not the account's own
 * @throws ValidationFailed as `createDraft`
 */
export async function replaceDraft(tx: Tx, own: Own, input: DraftInput): Promise<void> {
  await lockRow(tx.db, 'account', own.accountId)
  const before = await getOwnDraft(tx.db, own.accountId, own.id)
  await checkNamed(tx.db, own.accountId, input, before)
  await keepMedia(tx, own, input)
  await tx.db
    .updateTable('draft')
    .set(columnsOf(tx, tx.newId(), input))
    .where('id', '=', own.id)
    .execute()
}

/**
 * Its media can still be used for about a day.
 * @throws NotFound if it is not the account's own
 */
export async function deleteDraft(tx: Tx, { accountId, id }: Own): Promise<void> {
  await lockRow(tx.db, 'account', accountId)
  await getOwnDraft(tx.db, accountId, id)
  await keepOnlyForDraft(tx, id, [])
  await tx.db.deleteFrom('draft').where('id', '=', id).execute()
}

function columnsOf(tx: Tx, changeId: string, input: DraftInput) {
  return {
    change_id: changeId,
    in_reply_to_id: input.inReplyToId,
    quoted_status_id: input.quotedId,
    visibility: input.visibility,
    quote_approval_policy: input.quotePolicy,
    language: input.language,
    scheduled_at: input.scheduledAt,
    posts: JSON.stringify(input.posts),
    updated_at: tx.now,
  }
}

async function keepMedia(tx: Tx, draft: Own, { posts }: DraftInput): Promise<void> {
  const ids = [...new Set(posts.flatMap((post) => post.media_ids))]
  if (!(await keepForDraft(tx, draft, ids))) {
    throw new ValidationFailed('Media attachments not found or attached to another post')
  }
  await keepOnlyForDraft(tx, draft.id, ids)
}

/** What the draft named already is no reason to refuse its words, whatever became of it. */
async function checkNamed(
  db: Db,
  accountId: string,
  input: DraftInput,
  before: Draft | null = null,
): Promise<void> {
  const { inReplyToId, quotedId } = input
  if (inReplyToId !== null && inReplyToId !== before?.in_reply_to_id) {
    await checkVisible(db, accountId, inReplyToId, 'The post that it replies to')
  }
  if (quotedId !== null && quotedId !== before?.quoted_status_id) {
    await checkVisible(db, accountId, quotedId, 'The post that it quotes')
  }
}

async function checkVisible(db: Db, accountId: string, id: string, name: string): Promise<void> {
  try {
    await getVisibleOriginal(db, accountId, id)
  } catch (error) {
    if (!(error instanceof NotFound)) throw error
    throw new ValidationFailed(`${name} does not exist`)
  }
}
