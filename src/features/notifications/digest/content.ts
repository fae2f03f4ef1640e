import { type SqlBool, sql } from 'kysely'
import { DAY } from '../../../kernel/base/durations.ts'
import { idAt, SHORT_IDS } from '../../../kernel/base/ids.ts'
import type { App } from '../../../kernel/core/app.ts'
import { FOR_ALL } from '../../../kernel/core/audience-rules.ts'
import { idIn } from '../../../kernel/db/id-in.ts'
import { preparedPage } from '../../../kernel/db/pagination.ts'
import { plainText } from '../../../kernel/text/sanitize.ts'
import { loadAccounts } from '../../accounts/serializer.ts'
import { hiddenFrom } from '../../relationships/predicates.ts'
import { loadStatuses } from '../../statuses/read/serializer.ts'
import { wantedBy } from '../../statuses/read/visibility.ts'

/** maximum of what is counted, and of what is shown of it */
const MOST_COUNTED = 100
const MOST_SHOWN = 5
const MOST_POSTS = 3
/** of posts: the follows, newest first, whose posts count, and how many of these are compared */
const MOST_FOLLOWS = 300
const MOST_COMPARED = 500
/** days: older posts are no news */
const POSTS_OF = 14
/** characters of a post */
const LENGTH = 280

/** Events that somebody missed; texts are plain. */
export interface Missed {
  mentions: { count: number; shown: Said[] }
  followers: { count: number; names: string[] }
  posts: Said[]
}

export interface Said {
  name: string
  /** null: it is not for everybody, so a mail does not tell */
  text: string | null
  url: string
}

/** Events of an account since a time, as far as it may and wants to see them. */
export async function loadMissed(app: App, accountId: string, since: number): Promise<Missed> {
  const db = app.slowDb
  const asked = { accountId, now: app.clock() }
  const sinceId = idAt(since, SHORT_IDS)
  const page = { sinceId, maxId: null, minId: null, limit: MOST_COUNTED }
  const mentions = await newNotifications(db, { ...asked, type: 'mention' }, page)
  const follows = await newNotifications(db, { ...asked, type: 'follow' }, page)
  const popular = await popularPosts(app, accountId, since)
  const statusIds = mentions.flatMap(({ status_id }) => status_id ?? []).slice(0, 4 * MOST_SHOWN)
  // as the person sees them: invisible ones are absent, and filters say what they match
  const statuses = await loadStatuses(app, { id: accountId }, [...statusIds, ...popular])
  const present = (ids: readonly string[], most: number) =>
    ids.flatMap((id) => presentStatus(app, statuses.get(id))).slice(0, most)
  const accounts = await loadAccounts(
    app,
    follows.slice(0, MOST_SHOWN).map(({ from_account_id }) => from_account_id),
  )
  return {
    mentions: { count: mentions.length, shown: present(statusIds, MOST_SHOWN) },
    followers: {
      count: follows.length,
      names: [...accounts.values()].map((text) => nameOf(JSON.parse(text))),
    },
    posts: present(popular, MOST_POSTS),
  }
}

interface Asked {
  accountId: string
  now: number
  type: 'mention' | 'follow'
}

/** Unfiltered ones, newest first, of accounts that are not hidden from the reader since. */
const newNotifications = preparedPage(
  'notification.id',
  (db, { accountId, now, type }: Asked) =>
    db
      .selectFrom('notification')
      .select(['notification.id', 'notification.status_id', 'notification.from_account_id'])
      .where('notification.type', '=', type)
      .where('notification.filtered', '=', false)
      .where(
        sql<SqlBool>`not ${hiddenFrom(accountId, sql.ref('notification.from_account_id'), now)}`,
      ),
  { column: 'notification.account_id', param: 'accountId' },
)

/** Ids of public posts of followed accounts, the most liked and boosted first. */
async function popularPosts(app: App, accountId: string, since: number): Promise<string[]> {
  const now = app.clock()
  const from = idAt(Math.max(since, now - POSTS_OF * DAY))
  const db = app.slowDb
  const follows = await db
    .selectFrom('follow')
    .select('target_id')
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(MOST_FOLLOWS)
    .execute()
  const authors = follows.map(({ target_id }) => target_id)
  const rows = await db
    .selectFrom('status')
    .innerJoin('account', 'account.id', 'status.account_id')
    .innerJoin('status_stats', 'status_stats.status_id', 'status.id')
    .select(['status.id', 'status_stats.favourites_count', 'status_stats.reblogs_count'])
    .where(idIn(db, 'status.account_id', authors))
    .where('status.id', '>', from)
    .where('status.visibility', 'in', FOR_ALL)
    .where('status.reblog_of_id', 'is', null)
    .where('status.in_reply_to_id', 'is', null)
    .where('status.deleted_at', 'is', null)
    .where((eb) => wantedBy(eb, accountId, now))
    .orderBy('status.id', 'desc')
    .limit(MOST_COMPARED)
    .execute()
  const liking = (row: (typeof rows)[number]) => row.favourites_count + 2 * row.reblogs_count
  return rows
    .filter((row) => liking(row) > 0)
    .toSorted((one, other) => liking(other) - liking(one))
    .slice(0, 4 * MOST_POSTS)
    .map(({ id }) => id)
}

interface Shown {
  url: string | null
  uri: string
  visibility: string
  content: string
  spoiler_text: string
  account: Named
  filtered?: unknown[]
}

interface Named {
  display_name: string
  username: string
}

function presentStatus({ config }: App, json: string | undefined): Said[] {
  if (json === undefined) return []
  const status = JSON.parse(json) as Shown & { id: string; account: { acct: string } }
  if ((status.filtered ?? []).length > 0) return []
  const isForAll = FOR_ALL.some((one) => one === status.visibility)
  const text = status.spoiler_text === '' ? plainText(status.content) : status.spoiler_text
  return [
    {
      name: nameOf(status.account),
      text: isForAll ? shortened(text) : null,
      url: `${config.origin}/@${status.account.acct}/${status.id}`,
    },
  ]
}

const nameOf = ({ display_name, username }: Named): string => display_name.trim() || username

function shortened(text: string): string {
  const signs = [...text.trim()]
  return signs.length <= LENGTH ? signs.join('') : `${signs.slice(0, LENGTH - 1).join('')}…`
}
