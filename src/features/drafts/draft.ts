import { NotFound, ValidationFailed } from '../../kernel/base/errors.ts'
import { said } from '../../kernel/base/translatable-text.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'
import { lockRow } from '../../kernel/db/expressions.ts'
import { notFound } from '../media/attachments.ts'
import { reserveForDraft, reserveOnlyForDraft } from '../media/drafts.ts'
import { getVisibleOriginal } from '../statuses/queries.ts'
import type { DraftInput } from './input.ts'
import { countDrafts, type Draft, findByClientId, getOwnDraft } from './queries.ts'

const MOST = 300

/**
 * Stores an unfinished post.
 *
 * @param clientId of the client's choice: a draft that has it is replaced, so that a request whose
 * answer was lost can be sent again (S-615)
 * @returns its id
 * @throws ValidationFailed if there are too many, or it references media or statuses that the
 * account may not use
 */
export async function createDraft(
  tx: Tx,
  accountId: string,
  input: DraftInput,
  clientId: string | null = null,
): Promise<string> {
  await lockRow(tx.db, 'account', accountId)
  const before = clientId === null ? null : await findByClientId(tx.db, accountId, clientId)
  if (before !== null) {
    await replaceDraft(tx, { accountId, id: before }, input)
    return before
  }
  if ((await countDrafts(tx.db, accountId)) >= MOST) {
    throw new ValidationFailed(said('You have exceeded the limit of {max} drafts', { max: MOST }))
  }
  await checkNamed(tx.db, accountId, input)
  const id = tx.newId()
  await tx.db
    .insertInto('draft')
    .values({
      id,
      account_id: accountId,
      client_id: clientId,
      created_at: tx.now,
      ...columnsOf(tx, id, input),
    })
    .execute()
  await reserveMedia(tx, { id, accountId }, input)
  return id
}

interface Own {
  accountId: string
  id: string
}

/**
 * Replaces a draft. Objects that it referenced before may be gone by now.
 *
 * @throws NotFound if it is not the account's own
 * @throws ValidationFailed as `createDraft`
 */
export async function replaceDraft(tx: Tx, own: Own, input: DraftInput): Promise<void> {
  await lockRow(tx.db, 'account', own.accountId)
  const before = await getOwnDraft(tx.db, own.accountId, own.id)
  await checkNamed(tx.db, own.accountId, input, before)
  await reserveMedia(tx, own, input)
  await tx.db
    .updateTable('draft')
    .set(columnsOf(tx, tx.newId(), input))
    .where('id', '=', own.id)
    .execute()
}

/**
 * Deletes a draft; its media can still be used for about a day.
 * @throws NotFound if it is not the account's own
 */
export async function deleteDraft(tx: Tx, { accountId, id }: Own): Promise<void> {
  await lockRow(tx.db, 'account', accountId)
  await getOwnDraft(tx.db, accountId, id)
  await reserveOnlyForDraft(tx, id, [])
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

async function reserveMedia(tx: Tx, draft: Own, { posts }: DraftInput): Promise<void> {
  const ids = [...new Set(posts.flatMap((post) => post.media_ids))]
  if (!(await reserveForDraft(tx, draft, ids))) throw notFound(ids)
  await reserveOnlyForDraft(tx, draft.id, ids)
}

/** Existing references of the draft stay valid, even if their objects are gone. */
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
