import type { Selectable } from 'kysely'
import { NotFound } from '../../kernel/base/errors.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'
import { lockRow } from '../../kernel/db/expressions.ts'
import { refuseProblems } from './field-errors.ts'
import { forgetFiles, type PictureKeys } from './pictures.ts'
import { type ProfileTexts, profileProblems } from './profile-rules.ts'
import type { AccountTable, ProfileField, UserSettings } from './tables.ts'

/** A change of a local account's profile; missing members stay unchanged. */
export interface ProfileChange extends ProfileTexts {
  locked?: boolean | undefined
  bot?: boolean | undefined
  discoverable?: boolean | null | undefined
  indexable?: boolean | undefined
  hide_collections?: boolean | undefined
  show_media?: boolean | undefined
  show_media_replies?: boolean | undefined
  show_featured?: boolean | undefined
  avatar?: PictureKeys | undefined
  header?: PictureKeys | undefined
  settings?: Partial<UserSettings> | undefined
}

/**
 * Changes the profile of a local account. An unchanged link stays verified; files of replaced
 * pictures are removed after the commit.
 *
 * @throws InvalidFields if a limit is exceeded; then nothing changes (S-289)
 * @see https://docs.joinmastodon.org/methods/accounts/#update_credentials
 */
export async function changeProfile(
  tx: Tx,
  accountId: string,
  given: ProfileChange,
): Promise<void> {
  const change = tidied(given)
  refuseProblems(profileProblems(change))
  await lockRow(tx.db, 'account', accountId)
  const before = await getOwnAccount(tx.db, accountId)
  if (change.settings !== undefined) await changeSettings(tx.db, accountId, change.settings)
  const columns = columnsOf(before, change)
  if (Object.keys(columns).length === 0) return
  const search_text = searchText(before.username, change.display_name ?? before.display_name)
  await tx.db
    .updateTable('account')
    .set({ ...columns, search_text, version: before.version + 1 })
    .where('id', '=', accountId)
    .execute()
  forgetFiles(tx, replacedKeys(before, change))
  tx.emit({ type: 'account.updated', accountId })
}

/** The text that account search matches. */
export function searchText(username: string, displayName: string): string {
  return `${username} ${displayName}`.trim().toLowerCase()
}

type OwnAccount = Selectable<AccountTable>

async function getOwnAccount(db: Db, accountId: string): Promise<OwnAccount> {
  const account = await db
    .selectFrom('account')
    .selectAll()
    .where('id', '=', accountId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (account === undefined) throw new NotFound()
  return account
}

async function changeSettings(
  db: Db,
  accountId: string,
  chosen: Partial<UserSettings>,
): Promise<void> {
  const { settings } = await db
    .selectFrom('local_user')
    .select('settings')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  await db
    .updateTable('local_user')
    .set({ settings: JSON.stringify({ ...settings, ...chosen }) })
    .where('account_id', '=', accountId)
    .execute()
}

/** Trims all texts and removes empty fields. */
function tidied(given: ProfileChange): ProfileChange {
  const fields = given.fields
    ?.map(({ name, value }) => ({ name: name.trim(), value: value.trim() }))
    .filter(({ name, value }) => name !== '' || value !== '')
  const domains = given.attribution_domains
    ?.map((domain) =>
      domain
        .trim()
        .toLowerCase()
        .replace(/^https?:\/\//, '')
        .replace(/\/$/, ''),
    )
    .filter((domain) => domain !== '')
  return {
    ...given,
    display_name: given.display_name?.trim(),
    note: given.note?.trim(),
    fields,
    attribution_domains: domains && [...new Set(domains)],
  }
}

function columnsOf(before: OwnAccount, change: ProfileChange) {
  const { settings: _, fields, attribution_domains, avatar, header, bot, ...plain } = change
  const columns = {
    ...plain,
    fields: fields && JSON.stringify(verifiedAsBefore(before.fields, fields)),
    attribution_domains: attribution_domains && JSON.stringify(attribution_domains),
    ...(avatar && { avatar_key: avatar.key, avatar_static_key: avatar.staticKey }),
    ...(header && { header_key: header.key, header_static_key: header.staticKey }),
    ...(bot !== undefined && { bot, actor_type: bot ? ('Service' as const) : ('Person' as const) }),
  }
  const isGiven = ([, value]: [string, unknown]) => value !== undefined
  return Object.fromEntries(Object.entries(columns).filter(isGiven))
}

function verifiedAsBefore(
  before: readonly ProfileField[],
  fields: readonly { name: string; value: string }[],
): ProfileField[] {
  return fields.map(({ name, value }) => {
    const same = before.find((field) => field.value === value)
    return { name, value, verified_at: same?.verified_at ?? null }
  })
}

function replacedKeys(before: OwnAccount, change: ProfileChange): string[] {
  const keys = [
    ...(change.avatar ? [before.avatar_key, before.avatar_static_key] : []),
    ...(change.header ? [before.header_key, before.header_static_key] : []),
  ]
  return keys.filter((key) => key !== null)
}
