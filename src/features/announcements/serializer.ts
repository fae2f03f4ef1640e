import { isoTime, type JsonText, toJson } from '../../kernel/base/json.ts'
import { accountUrl, statusUrl, tagUrl } from '../../kernel/base/urls.ts'
import type { App } from '../../kernel/core/app.ts'
import { idIn } from '../../kernel/db/id-in.ts'
import { accountStays } from '../accounts/predicates.ts'
import { emojisIn, localEmojis } from '../emojis/emojis.ts'
import { visibleTo } from '../statuses/read/visibility.ts'
import type { Announcement } from './queries.ts'
import { loadAnnouncementReactions } from './reactions.ts'

type Rendering = Pick<App, 'db' | 'config' | 'cached'>

/**
 * Renders announcements; the number of queries does not depend on their number.
 *
 * @param viewerId null: for everybody, without the members that depend on the viewer
 * @param read ids of announcements that the viewer dismissed
 * @see https://docs.joinmastodon.org/entities/Announcement/
 */
export async function renderAnnouncements(
  app: Rendering,
  viewerId: string | null,
  rows: readonly Announcement[],
  read: ReadonlySet<string>,
): Promise<JsonText[]> {
  const ids = rows.map((row) => row.id)
  const [accounts, statuses, reactions, emojis] = await Promise.all([
    loadMentions(app, [...new Set(rows.flatMap((row) => row.account_ids))]),
    loadLinked(app, [...new Set(rows.flatMap((row) => row.status_ids))]),
    loadAnnouncementReactions(app, viewerId, ids),
    app.cached.get(localEmojis),
  ])
  const time = (at: number | null) => (at === null ? null : isoTime(at))
  const known = <T>(map: Map<string, T>, keys: readonly string[]): T[] =>
    keys.map((key) => map.get(key)).filter((item) => item !== undefined)
  return rows.map((row) =>
    toJson({
      id: row.id,
      content: row.content,
      starts_at: time(row.starts_at),
      ends_at: time(row.ends_at),
      all_day: row.all_day,
      published_at: isoTime(row.published_at ?? row.created_at),
      updated_at: isoTime(row.updated_at),
      ...(viewerId === null ? {} : { read: read.has(row.id) }),
      mentions: known(accounts, row.account_ids),
      statuses: known(statuses, row.status_ids),
      tags: row.tag_names.map((name) => ({ name, url: tagUrl(app.config, name) })),
      emojis: emojisIn(app.config, emojis, row.text),
      reactions: reactions.get(row.id) ?? [],
    }),
  )
}

async function loadMentions({ db, config }: Rendering, ids: readonly string[]) {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('account')
    .select(['id', 'username', 'domain', 'url'])
    .where(idIn(db, 'id', ids))
    .where(accountStays())
    .execute()
  return new Map(
    rows.map(({ id, username, domain, url }) => [
      id,
      {
        id,
        username,
        url: domain === null ? accountUrl(config, username) : url,
        acct: domain === null ? username : `${username}@${domain}`,
      },
    ]),
  )
}

/** The linked statuses that are still public or unlisted. */
async function loadLinked({ db, config }: Rendering, ids: readonly string[]) {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('status')
    .innerJoin('account', 'account.id', 'status.account_id')
    .select(['status.id', 'status.url', 'account.username', 'account.domain'])
    .where(idIn(db, 'status.id', ids))
    .where((eb) => visibleTo(eb, null))
    .execute()
  return new Map(
    rows.map(({ id, url, username, domain }) => [
      id,
      { id, url: domain === null ? statusUrl(config, username, id) : url },
    ]),
  )
}
