import type { App } from '../../src/kernel/core/app.ts'

type Facts = Record<string, unknown>

/**
 * All that is known of statuses and what was done with them, without what differs from one run to the
 * next: ids, and times of ours.
 */
export async function federatedState({ db }: Pick<App, 'db'>): Promise<Facts> {
  const statuses = await db
    .selectFrom('status')
    .selectAll()
    .where('deleted_at', 'is', null)
    .execute()
  const accounts = await db.selectFrom('account').select(['id', 'uri']).execute()
  const statusUri = new Map<string | null, string>(statuses.map(({ id, uri }) => [id, uri]))
  const accountUri = new Map<string | null, string>(accounts.map(({ id, uri }) => [id, uri]))
  const named = { statusUri, accountUri }
  return {
    statuses: sorted(statuses.map((status) => statusFacts(status, named))),
    ...(await partsOfStatuses(db, named)),
    ...(await deeds(db, named)),
  }
}

interface Named {
  statusUri: Map<string | null, string>
  accountUri: Map<string | null, string>
}

/** Rows about statuses that are not there any more are left out. */
function sorted(rows: (Facts | null)[]): string[] {
  return rows.flatMap((row) => (row === null ? [] : [JSON.stringify(row)])).sort()
}

function statusFacts(row: Facts, { statusUri, accountUri }: Named): Facts {
  const pick = ['uri', 'url', 'visibility', 'text', 'content', 'spoiler_text', 'sensitive', 'quiet']
  return {
    ...Object.fromEntries(pick.map((name) => [name, row[name]])),
    language: row.language,
    created_at: row.local ? null : row.created_at,
    edited_at: row.edited_at,
    author: accountUri.get(row.account_id as string),
    parent: statusUri.get(row.in_reply_to_id as string),
    answered: accountUri.get(row.in_reply_to_account_id as string),
    reblogOf: statusUri.get(row.reblog_of_id as string),
  }
}

async function partsOfStatuses(db: App['db'], { statusUri, accountUri }: Named) {
  const about = (id: string | null, facts: Facts) => {
    const status = statusUri.get(id)
    return status === undefined ? null : { status, ...facts }
  }
  const stats = await db.selectFrom('status_stats').selectAll().execute()
  const mentions = await db.selectFrom('mention').selectAll().execute()
  const versions = await db.selectFrom('status_edit').selectAll().execute()
  const options = await db
    .selectFrom('poll_option')
    .innerJoin('poll', 'poll.id', 'poll_option.poll_id')
    .select(['status_id', 'position', 'title', 'votes_count', 'voters_count'])
    .execute()
  const tags = await db
    .selectFrom('status_tag')
    .innerJoin('tag', 'tag.id', 'status_tag.tag_id')
    .select(['status_id', 'name'])
    .execute()
  const threads = await db
    .selectFrom('status')
    .select(['id', 'conversation_id'])
    .where('conversation_id', 'is not', null)
    .where('deleted_at', 'is', null)
    .execute()
  return {
    stats: sorted(stats.map(({ status_id, ...counts }) => about(status_id, counts))),
    mentions: sorted(
      mentions.map(({ status_id, account_id, silent }) =>
        about(status_id, { account: accountUri.get(account_id), silent }),
      ),
    ),
    versions: sorted(
      versions.map(({ status_id, content, created_at, poll_options }) =>
        about(status_id, { content, created_at, poll_options }),
      ),
    ),
    options: sorted(options.map(({ status_id, ...option }) => about(status_id, option))),
    tags: sorted(tags.map(({ status_id, name }) => about(status_id, { name }))),
    threads: [...Map.groupBy(threads, (one) => one.conversation_id).values()]
      .map((group) => group.map(({ id }) => statusUri.get(id)).sort())
      .sort(),
  }
}

async function deeds(db: App['db'], { statusUri, accountUri }: Named) {
  const favourites = await db.selectFrom('favourite').selectAll().execute()
  const pins = await db.selectFrom('status_pin').selectAll().execute()
  const entries = await db.selectFrom('home_entry').selectAll().execute()
  const notifications = await db.selectFrom('notification').selectAll().execute()
  const votes = await db.selectFrom('poll_vote').selectAll().execute()
  const counts = await db.selectFrom('account_stats').selectAll().execute()
  const gone = await db.selectFrom('tombstone').select(['uri', 'actor_uri']).execute()
  const of = (row: { account_id: string; status_id: string | null }, more: Facts = {}) => {
    const status = statusUri.get(row.status_id)
    if (status === undefined) return null
    return { account: accountUri.get(row.account_id), status, ...more }
  }
  return {
    favourites: sorted(favourites.map((row) => of(row, { uri: row.uri }))),
    pins: sorted(pins.map((row) => of(row))),
    home: sorted(entries.map((row) => of(row))),
    notifications: sorted(
      notifications.map((row) =>
        of(row, { type: row.type, from: accountUri.get(row.from_account_id) }),
      ),
    ),
    votes: sorted(
      votes.map(({ account_id, choice }) => ({ account: accountUri.get(account_id), choice })),
    ),
    counts: sorted(
      counts.map(({ account_id, statuses_count }) => ({
        account: accountUri.get(account_id),
        statuses_count,
      })),
    ),
    gone: sorted(gone),
  }
}
