import { HOUR } from '../../../kernel/base/durations.ts'
import { timeOfId } from '../../../kernel/base/ids.ts'
import type { App } from '../../../kernel/core/app.ts'
import { FOR_ALL } from '../../../kernel/core/audience-rules.ts'
import { idIn } from '../../../kernel/db/id-in.ts'
import { loadManyAuthors } from '../../accounts/author-facts.ts'
import type { Facts, Field } from '../../automod/fields.ts'
import { statusFacts } from '../../statuses/screening/facts.ts'

/** A status or account that a rule is tried on. */
export interface Tried {
  id: string
  accountId: string
  /** null: exempt from rules */
  facts: Facts | null
}

/** A chunk of statuses or accounts, and its position, which is an id. */
export interface Portion {
  origin: 'any' | 'local' | 'remote'
  after: string
  before: string
  limit: number
}

/**
 * Public and unlisted statuses, newest first, in their current form; their authors' age is that at
 * posting time.
 */
export async function someStatuses(
  app: App,
  { origin, after, before, limit }: Portion,
  asks: ReadonlySet<Field>,
): Promise<Tried[]> {
  const rows = await app.slowDb
    .selectFrom('status')
    .select(['id', 'account_id', 'text', 'spoiler_text', 'content', 'media_ids', 'sensitive'])
    .select(['language', 'visibility', 'in_reply_to_id', 'created_at'])
    .where('id', '>', after)
    .where('id', '<', before)
    .where('reblog_of_id', 'is', null)
    .where('deleted_at', 'is', null)
    .where('visibility', 'in', FOR_ALL)
    .$if(origin !== 'any', (query) => query.where('local', '=', origin === 'local'))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  const ids = rows.map(({ id }) => id)
  const authorIds = rows.map(({ account_id }) => account_id)
  const { config, clock, slowDb: db } = app
  const [authors, tags, mentions] = await Promise.all([
    loadManyAuthors({ db, config, now: clock() }, authorIds),
    loadTags(app, ids),
    loadMentions(app, ids),
  ])
  const friends = asks.has('strangers_mentioned') ? await loadFriends(app, ids) : null
  return rows.map((row) => {
    const named = mentions.get(row.id) ?? []
    const said = {
      text: row.text,
      spoilerText: row.spoiler_text,
      html: row.content,
      more: [],
      tags: tags.get(row.id) ?? [],
      mentions: named.length,
      mentionedIds: [],
      mentionedUrls: named,
      mediaCount: row.media_ids.length,
      mediaHashes: [],
      sensitive: row.sensitive,
      language: row.language,
      visibility: row.visibility,
      isReply: row.in_reply_to_id !== null,
    }
    const strangers = friends === null ? undefined : named.length - (friends.get(row.id) ?? 0)
    const author = authors.get(row.account_id)
    const age = Math.max(0, row.created_at - timeOfId(row.account_id)) / HOUR
    const { id, account_id: accountId } = row
    const facts = { ...statusFacts(said, strangers), ...author?.facts, account_age_hours: age }
    const isFree = author === undefined || author.exempt
    return { id, accountId, facts: isFree ? null : facts }
  })
}

async function loadTags({ slowDb: db }: App, ids: readonly string[]) {
  const rows = await db
    .selectFrom('status_tag')
    .innerJoin('tag', 'tag.id', 'status_tag.tag_id')
    .where(idIn(db, 'status_tag.status_id', ids))
    .select(['status_tag.status_id', 'tag.name'])
    .execute()
  return grouped(rows.map(({ status_id, name }) => [status_id, name]))
}

/** URLs of the accounts that statuses mention. */
async function loadMentions({ slowDb: db }: App, ids: readonly string[]) {
  const rows = await db
    .selectFrom('mention')
    .innerJoin('account', 'account.id', 'mention.account_id')
    .where(idIn(db, 'mention.status_id', ids))
    .where('mention.silent', '=', false)
    .select(['mention.status_id', 'account.url'])
    .execute()
  return grouped(rows.map(({ status_id, url }) => [status_id, url]))
}

/** Numbers of mentioned accounts that follow the author, or are the author. */
async function loadFriends({ slowDb: db }: App, ids: readonly string[]) {
  const rows = await db
    .selectFrom('mention')
    .innerJoin('status', 'status.id', 'mention.status_id')
    .where(idIn(db, 'mention.status_id', ids))
    .where('mention.silent', '=', false)
    .where((eb) =>
      eb.or([
        eb('mention.account_id', '=', eb.ref('status.account_id')),
        eb.exists(
          eb
            .selectFrom('follow')
            .select('follow.id')
            .whereRef('follow.account_id', '=', 'mention.account_id')
            .whereRef('follow.target_id', '=', 'status.account_id'),
        ),
      ]),
    )
    .groupBy('mention.status_id')
    .select((eb) => ['mention.status_id', eb.fn.countAll<number>().as('count')])
    .execute()
  return new Map(rows.map(({ status_id, count }) => [status_id, Number(count)]))
}

function grouped(pairs: readonly (readonly [id: string, value: string])[]): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const [id, value] of pairs) groups.set(id, [...(groups.get(id) ?? []), value])
  return groups
}

/** Accounts created in that time, newest first, in their current form but with age 0. */
export async function someAccounts(app: App, portion: Portion): Promise<Tried[]> {
  const { origin, after, before, limit } = portion
  const { config, clock, slowDb: db } = app
  const rows = await db
    .selectFrom('account')
    .leftJoin('local_user', 'local_user.account_id', 'account.id')
    .select(['account.id', 'local_user.email_lower', 'sign_up_ip', 'sign_up_reason'])
    .where('account.id', '>', after)
    .where('account.id', '<', before)
    .where('account.deleted_at', 'is', null)
    .$if(origin === 'local', (query) => query.where('account.domain', 'is', null))
    .$if(origin === 'remote', (query) => query.where('account.domain', 'is not', null))
    .orderBy('account.id', 'desc')
    .limit(limit)
    .execute()
  const ids = rows.map(({ id }) => id)
  const authors = await loadManyAuthors({ db, config, now: clock() }, ids)
  return rows.map((row) => {
    const author = authors.get(row.id)
    const facts = {
      ...author?.facts,
      account_age_hours: 0,
      email_domain: row.email_lower?.split('@').at(-1),
      sign_up_ip: row.sign_up_ip ?? undefined,
      sign_up_reason: row.sign_up_reason ?? undefined,
    }
    const isFree = author === undefined || author.exempt
    return { id: row.id, accountId: row.id, facts: isFree ? null : facts }
  })
}
