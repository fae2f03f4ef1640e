import type { App } from '../app.ts'
import { settings } from '../instance/settings.ts'
import { loadRefusers } from '../statuses/audience.ts'
import { loadHeads } from '../statuses/heads.ts'
import { renderViews } from '../statuses/views.ts'
import { takesLanguage } from '../timelines/languages.ts'
import { broadcast, broadcastViews } from './broadcast.ts'
import { createMessage } from './messages.ts'
import { type Broadcast, broadcastsOf, mayWatch } from './public-streams.ts'
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

/** Brings a public status to the public and hashtag streams of those who want it (S-475). */
export async function streamPublic(
  { app, registry }: Streams,
  event: 'update' | 'status.update',
  row: PublicRow,
): Promise<void> {
  const listening = await listeningTo({ app, registry }, row)
  if (listening.length === 0) return
  const visible = await loadHeads(app.db, null, [row.id])
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

/** Takes a deleted status from all public and hashtag streams that carried it (S-156). */
export async function streamPublicDelete(
  { app, registry }: Streams,
  row: PublicRow,
): Promise<void> {
  const listening = await listeningTo({ app, registry }, row)
  await broadcast(createMessage('delete', row.id), listening)
}

/** Subscriptions to the streams that carry the status, as far as the settings open them. */
async function listeningTo({ app, registry }: Streams, row: PublicRow): Promise<Subscription[]> {
  const known = await app.cached.get(settings)
  const watching = (broadcast: Broadcast) =>
    [...registry.listeners(broadcast.channel)].filter(({ connection }) =>
      mayWatch(known, connection.streamer, broadcast, row.local),
    )
  const repliesToOther =
    row.in_reply_to_id !== null && row.in_reply_to_account_id !== row.account_id
  const published = {
    local: row.local,
    hasMedia: row.media_ids.length > 0,
    repliesToOther,
    tags: await tagsOf(app, row.id),
  }
  return broadcastsOf(published).flatMap(watching)
}

async function tagsOf(app: App, statusId: string): Promise<string[]> {
  const rows = await app.db
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
  return loadRefusers(app.db, { authorId: row.account_id, involvedIds, now: app.clock() })
}
