import type { Config } from '../../../kernel/base/config.ts'
import { isoTime, type JsonText, jsonList, jsonObject, toJson } from '../../../kernel/base/json.ts'
import type { App } from '../../../kernel/core/app.ts'
import { idIn } from '../../../kernel/db/id-in.ts'
import { type MediaAttachment, presentMedia } from '../../media/serializer.ts'
import { findFollowing, type ScheduledStatus } from './queries.ts'

/**
 * Renders scheduled statuses of one account; the number of queries does not depend on their number.
 */
export async function renderScheduled(
  app: Pick<App, 'db' | 'config'>,
  rows: readonly ScheduledStatus[],
): Promise<JsonText[]> {
  const held = rows.filter((row) => (row.params.media_ids ?? []).length > 0)
  const media =
    held.length === 0
      ? []
      : await app.db
          .selectFrom('media_attachment')
          .selectAll()
          .where(
            idIn(
              app.db,
              'scheduled_status_id',
              held.map((row) => row.id),
            ),
          )
          .execute()
  const byStatus = Map.groupBy(media, (item) => item.scheduled_status_id)
  return rows.map((row) => present(app.config, row, byStatus.get(row.id) ?? []))
}

/** Renders threads by the first of each. */
export async function renderThreads(
  app: Pick<App, 'db' | 'config'>,
  firsts: readonly ScheduledStatus[],
): Promise<JsonText[]> {
  const ids = firsts.map(({ id }) => id)
  const following = Map.groupBy(await findFollowing(app.db, ids), (row) => row.thread_id)
  const threads = firsts.map((first) => [first, ...(following.get(first.id) ?? [])])
  const rows = threads.flat()
  const rendered = await renderScheduled(app, rows)
  const byRow = new Map(rows.map((row, at) => [row, rendered[at]!]))
  return threads.map(([first, ...others]) =>
    presentThread(
      first!,
      [first!, ...others].map((row) => byRow.get(row)!),
    ),
  )
}

export function presentThread(
  { id, scheduled_at }: Pick<ScheduledStatus, 'id' | 'scheduled_at'>,
  posts: readonly JsonText[],
): JsonText {
  return jsonObject({
    id: toJson(id),
    scheduled_at: toJson(isoTime(scheduled_at)),
    posts: jsonList(posts),
  })
}

/**
 * https://docs.joinmastodon.org/entities/ScheduledStatus/ ; `error` if publishing failed, `thread_id` if it follows
 * others. What it answers has no id before it is published, so `in_reply_to_id` is null until then: clients read the
 * status that it names.
 */
function present(
  config: Config,
  row: ScheduledStatus,
  media: readonly MediaAttachment[],
): JsonText {
  const byId = new Map(media.map((item) => [item.id, item]))
  const ids = [...new Set(row.params.media_ids)]
  const attachments = ids.map((id) => byId.get(id)).filter((item) => item !== undefined)
  return jsonObject({
    id: toJson(row.id),
    scheduled_at: toJson(isoTime(row.scheduled_at)),
    params: presentParams(row),
    media_attachments: jsonList(attachments.map((item) => toJson(presentMedia(config, item)))),
    error: row.error === null ? undefined : toJson(row.error),
    thread_id: row.thread_id === null ? undefined : toJson(row.thread_id),
  })
}

function presentParams({ params, application_id: id }: ScheduledStatus): JsonText {
  return toJson({
    ...params,
    allowed_mentions: params.allowed_mentions ?? null,
    application_id: id === null ? null : smallNumber(id),
    scheduled_at: null,
    idempotency: null,
    with_rate_limit: false,
  })
}

/** A number in Mastodon, no longer used; clients read 32 bits of it. */
function smallNumber(id: string): number {
  return Number(BigInt(id) & 0x7fff_ffffn)
}
