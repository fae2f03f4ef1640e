import { loadAccounts, type Rendering } from '../accounts/serializer.ts'
import type { Db } from '../db/database.ts'
import { idIn } from '../db/id-in.ts'
import { emojisIn, localEmojis } from '../emojis/emojis.ts'
import { isoTime, type JsonText, toJson } from '../json.ts'
import { presentMedia } from '../media/serializer.ts'
import { optionTitles } from '../polls/queries.ts'
import type { Tx } from '../transact.ts'
import type { StatusRow } from './queries.ts'

/** What a status said at a time. */
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

/** Keeps a version of a status; its place among the others follows from its time. */
export async function insertVersion(tx: Tx, statusId: string, version: Version): Promise<void> {
  const { media, poll_options: options } = version
  await tx.db
    .insertInto('status_edit')
    .values({
      ...version,
      id: tx.newId(version.created_at),
      status_id: statusId,
      media: JSON.stringify(media),
      poll_options: (options === null ? null : JSON.stringify(options)) as string,
    })
    .execute()
}

/**
 * A status as it is, if none of its versions is kept yet: the first edit keeps what was before,
 * with its own time.
 */
export async function unkeptVersion(db: Db, status: StatusRow): Promise<Version | null> {
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
 * Renders every version of a status, oldest first; one that was never edited has one (S-335).
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
  return versions.map((version) => {
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
}
