import type { Db } from '../../src/kernel/db/database.ts'

/** Somebody who signed up, in the columns that every migration knows. */
export async function insertUser(db: Db, id: string, username: string): Promise<void> {
  const flags = { locked: false, bot: false, indexable: false, hide_collections: false }
  const texts = { display_name: '', search_text: username, note: '', fields: '[]' }
  await db
    .insertInto('account')
    .values({
      ...{ id, username, username_lower: username, domain: null, uri: username, url: 'x' },
      ...{ actor_type: 'Person', avatar_key: null, avatar_static_key: null, header_key: null },
      ...{ avatar_description: '', header_static_key: null, header_description: '' },
      ...{ discoverable: null, attribution_domains: '[]', moved_to_id: null, activated_at: null },
      ...{ suspended_at: null, silenced_at: null, sensitized_at: null, deleted_at: null },
      ...{ ...flags, ...texts, memorial: false, created_at: 0 },
    })
    .execute()
  const none = { time_zone: null, sign_up_reason: null, application_id: null, role_id: null }
  const tokens = { confirmation_token_hash: null, reset_token_hash: null }
  await db
    .insertInto('local_user')
    .values({
      ...{ id, account_id: id, email: username, email_lower: username, unconfirmed_email: null },
      ...{ password_hash: 'x', confirmed_at: 0, approved: true, disabled: false, locale: 'en' },
      ...{ chosen_languages: 'null', settings: '{}', sign_up_ip: '192.0.2.1', created_at: 0 },
      ...{ confirmation_sent_at: null, reset_sent_at: null, last_active_day: null },
      ...{ ...none, ...tokens },
    })
    .execute()
}
