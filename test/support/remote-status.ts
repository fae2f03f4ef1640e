import { ensureTags, tagStatus } from '../../src/features/tags/tags.ts'
import type { App } from '../../src/kernel/core/app.ts'
import { addRemoteAccounts } from './remote-account.ts'

/** Puts in a public status by an account of another server, as if it had just come. @returns its id */
export async function insertRemoteStatus(app: App, { tag }: { tag: string }): Promise<string> {
  return app.transact(async (tx) => {
    const author = { username: `user${tx.newId()}`, domain: 'away.test' }
    const [accountId] = await addRemoteAccounts(tx, [author])
    const id = tx.newId()
    const uri = `https://away.test/statuses/${id}`
    await tx.db
      .insertInto('status')
      .values({
        id,
        account_id: accountId!,
        uri,
        url: uri,
        visibility: 'public',
        text: '',
        content: '<p>from elsewhere</p>',
        spoiler_text: '',
        sensitive: false,
        language: null,
        in_reply_to_id: null,
        in_reply_to_account_id: null,
        conversation_id: null,
        reblog_of_id: null,
        application_id: null,
        poll_id: null,
        media_ids: '[]',
        local: false,
        created_at: tx.now,
        edited_at: null,
        deleted_at: null,
        listed_as: 3,
      })
      .execute()
    const stats = { replies_count: 0, reblogs_count: 0, favourites_count: 0 }
    await tx.db
      .insertInto('status_stats')
      .values({ status_id: id, ...stats })
      .execute()
    await tagStatus(tx, id, await ensureTags(tx, [{ name: tag, displayName: tag }]))
    tx.emit({ type: 'status.created', statusId: id, accountId: accountId!, live: true })
    return id
  })
}

/** Moves such a status and its author to where a page of it is: `/post` at an origin. */
export async function placeStatus(app: App, id: string, origin: string): Promise<void> {
  await app.transact(async (tx) => {
    const { account_id: accountId } = await tx.db
      .updateTable('status')
      .set({ url: `${origin}/post` })
      .where('id', '=', id)
      .returning('account_id')
      .executeTakeFirstOrThrow()
    await tx.db
      .updateTable('account')
      .set({ uri: `${origin}/${accountId}`, url: `${origin}/${accountId}` })
      .where('id', '=', accountId)
      .execute()
  })
}
