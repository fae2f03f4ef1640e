import type { App } from '../../src/app.ts'

/** Puts in an account of another server, as if it had been fetched. @returns its id */
export async function insertRemoteAccount(
  app: App,
  { username, domain, host = domain }: { username: string; domain: string; host?: string },
): Promise<string> {
  const uri = `https://${host}/users/${username}`
  const none = { followers_count: 0, following_count: 0, statuses_count: 0, last_status_at: null }
  return app.transact(async (tx) => {
    const id = tx.newId()
    await tx.db
      .insertInto('account')
      .values({
        id,
        username,
        username_lower: username.toLowerCase(),
        domain,
        uri,
        url: uri,
        actor_type: 'Person',
        display_name: '',
        search_text: username.toLowerCase(),
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
    await tx.db
      .insertInto('account_stats')
      .values({ account_id: id, ...none })
      .execute()
    await tx.db
      .insertInto('remote_actor')
      .values({
        account_id: id,
        host,
        inbox_uri: `${uri}/inbox`,
        shared_inbox_uri: `https://${host}/inbox`,
        outbox_uri: `${uri}/outbox`,
        followers_uri: `${uri}/followers`,
        following_uri: `${uri}/following`,
        featured_uri: null,
        featured_tags_uri: null,
        fetched_at: tx.now,
        history_fetched_at: tx.now,
      })
      .execute()
    return id
  })
}
