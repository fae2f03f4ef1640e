import { sql } from 'kysely'
import { isoTime, type JsonText, toJson } from '../../../kernel/base/json.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { idIn } from '../../../kernel/db/id-in.ts'
import { fitting } from '../../../kernel/http/list-page.ts'
import { storableJson } from '../../../kernel/text/storable.ts'
import { loadAccounts, type Rendering } from '../../accounts/serializer.ts'
import { emojisIn, localEmojis } from '../../emojis/emojis.ts'
import { presentMedia } from '../../media/serializer.ts'
import { optionTitles } from '../../polls/queries.ts'
import type { StatusRow } from '../queries.ts'

/** One version of a status. */
export interface Version {
  text: string
  content: string
  spoiler_text: string
  sensitive: boolean
  language: string | null
  media: { id: string; description: string | null }[]
  poll_options: string[] | null
  created_at: number
}

/**
 * Limits of stored versions and of their characters per status, so that repeated edits cannot fill
 * the disk (A79). The first version always stays; of the others the latest stay.
 */
const MOST_VERSIONS = 100
const MOST_CHARACTERS = 1 << 20

/** Stores a version of a status; its `at` decides its position in the history. */
export async function insertVersion(tx: Tx, statusId: string, version: Version): Promise<void> {
  const { media, poll_options: options } = version
  await tx.db
    .insertInto('status_edit')
    .values({
      ...version,
      id: tx.newId(version.created_at),
      status_id: statusId,
      media: storableJson(media),
      poll_options: (options === null ? null : storableJson(options)) as string,
    })
    .execute()
  await removeMiddle(tx, statusId)
}

/** Removes the versions beyond the limits, oldest first, but never the first version. */
async function removeMiddle(tx: Tx, statusId: string): Promise<void> {
  const versions = await tx.db
    .selectFrom('status_edit')
    .select(['id', sql<number>`length(text) + length(content)`.as('characters')])
    .where('status_id', '=', statusId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  let characters = versions.at(-1)?.characters ?? 0
  const dropped = versions.slice(0, -1).filter((version, at) => {
    characters += version.characters
    return at > 0 && (at >= MOST_VERSIONS - 1 || characters > MOST_CHARACTERS)
  })
  if (dropped.length === 0) return
  const ids = dropped.map(({ id }) => id)
  await tx.db
    .deleteFrom('status_edit')
    .where(idIn(tx.db, 'id', ids))
    .execute()
}

/**
 * The current version of a status that has no stored version yet; null otherwise. The first edit
 * stores it with its original time.
 */
export async function unstoredVersion(db: Db, status: StatusRow): Promise<Version | null> {
  const kept = await db
    .selectFrom('status_edit')
    .select('id')
    .where('status_id', '=', status.id)
    .limit(1)
    .executeTakeFirst()
  return kept === undefined ? versionOf(db, status, status.edited_at ?? status.created_at) : null
}

/** @param at ms since 1970 */
export async function versionOf(db: Db, status: StatusRow, at: number): Promise<Version> {
  const media = await db
    .selectFrom('media_attachment')
    .select(['id', 'description'])
    .where(idIn(db, 'id', status.media_ids))
    .execute()
  return {
    text: status.text,
    content: status.content,
    spoiler_text: status.spoiler_text,
    sensitive: status.sensitive,
    language: status.language,
    media: status.media_ids
      .map((id) => media.find((item) => item.id === id))
      .filter((item) => item !== undefined),
    poll_options: status.poll_id === null ? null : await optionTitles(db, status.poll_id),
    created_at: at,
  }
}

/**
 * Renders the stored versions of a status, oldest first; an unedited status has one (S-335). If a
 * page cannot hold all of them, it holds the first and the latest (S-565).
 * @see https://docs.joinmastodon.org/entities/StatusEdit/
 */
export async function renderHistory(app: Rendering, status: StatusRow): Promise<JsonText[]> {
  const kept: Version[] = await app.db
    .selectFrom('status_edit')
    .selectAll()
    .where('status_id', '=', status.id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const versions =
    kept.length > 0
      ? kept
      : [await versionOf(app.db, status, status.edited_at ?? status.created_at)]
  const [accounts, emojis, media] = await Promise.all([
    loadAccounts(app, [status.account_id]),
    app.cached.get(localEmojis),
    app.db
      .selectFrom('media_attachment')
      .selectAll()
      .where(
        idIn(
          app.db,
          'id',
          versions.flatMap((version) => version.media.map((item) => item.id)),
        ),
      )
      .execute(),
  ])
  const mediaById = new Map(media.map((item) => [item.id, item]))
  const account = accounts.get(status.account_id)
  const texts = versions.map((version) => {
    const attachments = version.media.flatMap(({ id, description }) => {
      const item = mediaById.get(id)
      return item === undefined ? [] : [{ ...presentMedia(app.config, item), description }]
    })
    const entity = {
      content: version.content,
      spoiler_text: version.spoiler_text,
      sensitive: version.sensitive,
      created_at: isoTime(version.created_at),
      media_attachments: attachments,
      emojis: emojisIn(app.config, emojis, version.spoiler_text, version.text),
      ...(version.poll_options === null
        ? {}
        : { poll: { options: version.poll_options.map((title) => ({ title })) } }),
    }
    return `${toJson(entity).slice(0, -1)},"account":${account}}` as JsonText
  })
  const latest = texts.slice(1).toReversed()
  return [...texts.slice(0, 1), ...latest.slice(0, fitting(latest)).toReversed()]
}
