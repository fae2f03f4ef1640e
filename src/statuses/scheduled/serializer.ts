import type { App } from '../../app.ts'
import type { Config } from '../../config.ts'
import { idIn } from '../../db/id-in.ts'
import { isoTime, type JsonText, jsonList, jsonObject, toJson } from '../../json.ts'
import { type MediaAttachment, presentMedia } from '../../media/serializer.ts'
import type { ScheduledStatus } from './queries.ts'

/** Renders scheduled statuses of one account, with as many queries for one as for many. */
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

/** https://docs.joinmastodon.org/entities/ScheduledStatus/ ; `error` where it could not be published */
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

/** Mastodon's is a number, without a use by now; clients read 32 bits of it. */
function smallNumber(id: string): number {
  return Number(BigInt(id) & 0x7fff_ffffn)
}
