import { settings } from '../../features/instance/settings.ts'
import { loadAccountsBlocking } from '../../features/relationships/accounts-blocking.ts'
import { loadListedStatuses } from '../../features/statuses/read/status-rows.ts'
import { renderViews } from '../../features/statuses/read/views.ts'
import { takesLanguage } from '../../features/timelines/languages.ts'
import type { App } from '../../kernel/core/app.ts'
import type { Db } from '../../kernel/db/database.ts'
import { broadcast, broadcastViews } from './broadcast.ts'
import { createMessage } from './messages.ts'
import { type Broadcast, broadcastsOf, mayWatch, type Published } from './public-streams.ts'
import type { Streams, Subscription } from './registry.ts'

/** Row of a status that public and hashtag streams may carry. */
export interface PublicRow {
  id: string
  account_id: string
  local: boolean
  language: string | null
  reblog_of_id: string | null
  in_reply_to_id: string | null
  in_reply_to_account_id: string | null
  media_ids: string[]
}

/** Sends a public status to the public and hashtag streams whose viewers do not refuse it (S-475). */
export async function streamPublic(
  { app, registry }: Streams,
  event: 'update' | 'status.update',
  row: PublicRow,
): Promise<void> {
  const listening = await listeningTo({ app, registry }, row)
  if (listening.length === 0) return
  const visible = await loadListedStatuses(app.db, null, [row.id])
  if (!visible.has(row.id)) return
  const refusers = await refusersOf(app, row)
  const wanting = listening.filter(({ connection }) => {
    const { id, chosenLanguages } = connection.streamer.viewer
    return !refusers.has(id) && takesLanguage(chosenLanguages, row.language)
  })
  const byViewer = Map.groupBy(wanting, (one) => one.connection.streamer.viewer.id)
  const views = await renderViews(app, row, [...byViewer.keys()], 'keywords')
  await broadcastViews(event, views, (id) => byViewer.get(id) ?? [])
}

/** Sends the deletion of a status to all public and hashtag streams that carried it (S-156). */
export async function streamPublicDelete(
  { app, registry }: Streams,
  row: PublicRow,
): Promise<void> {
  const listening = await listeningTo({ app, registry }, row)
  await broadcast(createMessage('delete', row.id), listening)
}

/** Subscriptions to the streams that carry the status, where the settings let their viewers see it. */
async function listeningTo({ app, registry }: Streams, row: PublicRow): Promise<Subscription[]> {
  const known = await app.cached.get(settings)
  const watching = (broadcast: Broadcast) =>
    [...registry.listeners(broadcast.channel)].filter(({ connection }) =>
      mayWatch(known, connection.streamer, broadcast, row.local),
    )
  return broadcastsOf(await publishedOf(app.db, row)).flatMap(watching)
}

export async function publishedOf(db: Db, row: PublicRow): Promise<Published> {
  return {
    local: row.local,
    hasMedia: row.media_ids.length > 0,
    repliesToOther: row.in_reply_to_id !== null && row.in_reply_to_account_id !== row.account_id,
    tags: await tagsOf(db, row.id),
  }
}

async function tagsOf(db: Db, statusId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('status_tag')
    .innerJoin('tag', 'tag.id', 'status_tag.tag_id')
    .where('status_tag.status_id', '=', statusId)
    .select('tag.name')
    .execute()
  return rows.map((row) => row.name)
}

async function refusersOf(app: App, row: PublicRow): Promise<Set<string>> {
  const named = await app.db
    .selectFrom('mention')
    .where('status_id', '=', row.id)
    .where('silent', '=', false)
    .select('account_id')
    .execute()
  const involvedIds = [row.account_id, ...named.map((mention) => mention.account_id)]
  return loadAccountsBlocking(app.db, { authorId: row.account_id, involvedIds, now: app.clock() })
}
