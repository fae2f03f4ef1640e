import type { App } from '../../src/app.ts'
import { ensureTags, tagStatus } from '../../src/tags/tags.ts'
import type { Tx } from '../../src/transact.ts'

/** Puts in a public status by an account of another server, as if it had just come. @returns its id */
export async function insertRemoteStatus(app: App, { tag }: { tag: string }): Promise<string> {
  return app.transact(async (tx) => {
    const accountId = await insertRemoteAccount(tx)
    const id = tx.newId()
    const uri = `https://away.test/statuses/${id}`
    await tx.db
      .insertInto('status')
      .values({
        id,
        account_id: accountId,
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
      })
      .execute()
    const stats = { replies_count: 0, reblogs_count: 0, favourites_count: 0 }
    await tx.db
      .insertInto('status_stats')
      .values({ status_id: id, ...stats })
      .execute()
    await tagStatus(tx, id, await ensureTags(tx, [{ name: tag, displayName: tag }]))
    tx.emit({ type: 'status.created', statusId: id, accountId, live: true })
    return id
  })
}

async function insertRemoteAccount(tx: Tx): Promise<string> {
  const id = tx.newId()
  const uri = `https://away.test/users/${id}`
  await tx.db
    .insertInto('account')
    .values({
      id,
      username: `user${id}`,
      username_lower: `user${id}`,
      domain: 'away.test',
      uri,
      url: uri,
      actor_type: 'Person',
      display_name: '',
      search_text: '',
      note: '',
      fields: '[]',
      avatar_key: null,
      avatar_static_key: null,
      avatar_description: '',
      header_key: null,
      header_static_key: null,
      header_description: '',
      locked: false,
      bot: false,
      discoverable: null,
      indexable: false,
      hide_collections: false,
      attribution_domains: '[]',
      moved_to_id: null,
      activated_at: tx.now,
      suspended_at: null,
      silenced_at: null,
      sensitized_at: null,
      deleted_at: null,
      memorial: false,
      created_at: tx.now,
    })
    .execute()
  const stats = { followers_count: 0, following_count: 0, statuses_count: 0, last_status_at: null }
  await tx.db
    .insertInto('account_stats')
    .values({ account_id: id, ...stats })
    .execute()
  return id
}
