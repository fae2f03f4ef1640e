import { type Document, documentOf, listOf } from '../../../kernel/activitypub/as2.ts'
import { withContext } from '../../../kernel/activitypub/context.ts'
import { BEFORE_ALL_IDS } from '../../../kernel/base/ids.ts'
import { fileUrl } from '../../../kernel/base/urls.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { idIn } from '../../../kernel/db/id-in.ts'
import { loadActor } from '../../accounts/actor-document.ts'
import { createOf } from '../../statuses/federation/presenting/activities.ts'
import { loadAnnounces } from '../../statuses/federation/presenting/announce.ts'
import { loadNotes } from '../../statuses/federation/presenting/note.ts'

const STATUSES_AT_ONCE = 100
const ROWS_AT_ONCE = 1000

/** The path of a stored file in an archive. */
export function placeOf(key: string): string {
  return `media_attachments/${key.slice(key.lastIndexOf('/') + 1)}`
}

/** The actor document, with paths of its pictures in the archive. */
export async function actorPart(app: App, accountId: string): Promise<Document> {
  const actor = (await loadActor(app, accountId)) ?? {}
  const { avatar_key, header_key } = await picturesOf(app.db, accountId)
  const inside = (name: 'icon' | 'image', place: string | null) => {
    const picture = documentOf(actor[name])
    return picture === null || place === null ? {} : { [name]: { ...picture, url: place } }
  }
  return withContext({
    ...actor,
    ...inside('icon', pictureName('avatar', avatar_key)),
    ...inside('image', pictureName('header', header_key)),
    outbox: 'outbox.json',
    likes: 'likes.json',
    bookmarks: 'bookmarks.json',
  })
}

export function picturesOf(db: Db, accountId: string) {
  return db
    .selectFrom('account')
    .select(['avatar_key', 'header_key'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
}

export function pictureName(name: 'avatar' | 'header', key: string | null): string | null {
  return key === null ? null : `${name}${key.slice(key.lastIndexOf('.'))}`
}

/** All statuses and reblogs of an account as activities, oldest first, in batches. */
export async function* outboxItems(
  app: App,
  accountId: string,
  count: (done: number) => Promise<void>,
): AsyncGenerator<Document[]> {
  let after = BEFORE_ALL_IDS
  for (;;) {
    const statuses = await app.db
      .selectFrom('status')
      .select(['id', 'reblog_of_id', 'media_ids'])
      .where('account_id', '=', accountId)
      .where('deleted_at', 'is', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(STATUSES_AT_ONCE)
      .execute()
    if (statuses.length > 0) yield await activitiesOf(app, statuses)
    await count(statuses.length)
    if (statuses.length < STATUSES_AT_ONCE) return
    after = statuses.at(-1)!.id
  }
}

interface Listed {
  id: string
  reblog_of_id: string | null
  media_ids: string[]
}

async function activitiesOf({ db, config, clock }: App, statuses: Listed[]): Promise<Document[]> {
  const own = statuses.filter((status) => status.reblog_of_id === null)
  const boosts = statuses.filter((status) => status.reblog_of_id !== null)
  const idsOf = (some: readonly Listed[]) => some.map((status) => status.id)
  const notes = await loadNotes(db, config, idsOf(own), clock())
  const announces = await loadAnnounces(db, config, idsOf(boosts), clock())
  const keys = await mediaKeys(
    db,
    own.flatMap((status) => status.media_ids),
  )
  const places = new Map(keys.map((key) => [fileUrl(config, key), placeOf(key)]))
  return statuses.flatMap(({ id }) => {
    const presented = notes.get(id)
    if (presented === undefined) return [announces.get(id)].filter((one) => one !== undefined)
    return [createOf({ ...presented, note: withPlaces(presented.note, places) })]
  })
}

/** Replaces the URLs of attachments with paths in the archive. */
function withPlaces(note: Document, places: ReadonlyMap<string, string>): Document {
  const attachment = listOf(note.attachment)
    .map(documentOf)
    .filter((item) => item !== null)
    .map((item) => ({ ...item, url: places.get(String(item.url)) ?? item.url }))
  return { ...note, attachment }
}

async function mediaKeys(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('media_attachment')
    .select('file_key')
    .where(idIn(db, 'id', ids))
    .execute()
  return rows.map((row) => row.file_key).filter((key) => key !== null)
}

/** Storage keys of the current media of an account's statuses, without duplicates. */
export async function* statusFiles(db: Db, accountId: string): AsyncGenerator<string> {
  let after = BEFORE_ALL_IDS
  for (;;) {
    const statuses = await db
      .selectFrom('status')
      .select(['id', 'media_ids'])
      .where('account_id', '=', accountId)
      .where('deleted_at', 'is', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .execute()
    yield* await mediaKeys(
      db,
      statuses.flatMap((status) => status.media_ids),
    )
    if (statuses.length < ROWS_AT_ONCE) return
    after = statuses.at(-1)!.id
  }
}

/** Federation ids of an account's favourites or bookmarks, oldest first, in batches. */
export async function* markedUris(
  db: Db,
  table: 'favourite' | 'bookmark',
  accountId: string,
): AsyncGenerator<string[]> {
  let after = BEFORE_ALL_IDS
  for (;;) {
    const rows = await db
      .selectFrom(`${table} as mark` as 'bookmark as mark')
      .innerJoin('status', 'status.id', 'mark.status_id')
      .select(['mark.id', 'status.uri'])
      .where('mark.account_id', '=', accountId)
      .where('status.deleted_at', 'is', null)
      .where('mark.id', '>', after)
      .orderBy('mark.id')
      .limit(ROWS_AT_ONCE)
      .execute()
    if (rows.length > 0) yield rows.map((row) => row.uri)
    if (rows.length < ROWS_AT_ONCE) return
    after = rows.at(-1)!.id
  }
}
