import { sql } from 'kysely'
import { DAY } from '../../kernel/base/durations.ts'
import type { Subscriber } from '../../kernel/core/subscriber.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import { idValue } from '../../kernel/db/expressions.ts'
import { prepared } from '../../kernel/db/prepared.ts'
import { mayHaveLink } from '../statuses/cards/links.ts'
import { findLiveStatus } from '../statuses/write/created-status.ts'

/**
 * Counts shares of links: in public statuses, and in public reblogs of public statuses, when they
 * arrive.
 */
export const subscriber: Subscriber = {
  record: {
    async 'status.created'(tx, event) {
      const status = await findLiveStatus(tx, event)
      if (status?.visibility !== 'public') return
      if (status.reblog_of_id === null && !mayHaveLink(status.content)) return
      const [link] = await linkOf(tx.db, { id: status.reblog_of_id ?? status.id })
      if (link !== undefined) await countLinkUse(tx, link.url, status.account_id)
    },
  },
}

const linkOf = prepared((db, p: { id: string }) =>
  db
    .selectFrom('status_card')
    .innerJoin('status', 'status.id', 'status_card.status_id')
    .select('status_card.url')
    .where('status_card.status_id', '=', p.id)
    .where('status.visibility', '=', 'public'),
)

async function countLinkUse(tx: Tx, url: string, accountId: string): Promise<void> {
  const day = Math.floor(tx.now / DAY)
  const linkId = await ensureLink(tx, url, day)
  await countUse(tx.db, { linkId, accountId, day })
}

/** Shares by limited accounts do not count. */
const countUse = prepared((db, p: { linkId: string; accountId: string; day: number }) =>
  db
    .insertInto('link_use')
    .columns(['link_id', 'day', 'account_id', 'uses'])
    .expression(
      db
        .selectFrom('account')
        .select([
          idValue(db, p.linkId).as('link_id'),
          sql<number>`cast(${p.day} as integer)`.as('day'),
          'account.id',
          sql.lit(1).as('uses'),
        ])
        .where('account.id', '=', p.accountId)
        .where('account.silenced_at', 'is', null),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['link_id', 'day', 'account_id'])
        .doUpdateSet((eb) => ({ uses: eb('link_use.uses', '+', 1) })),
    ),
)

const knownLink = prepared((db, p: { url: string }) =>
  db.selectFrom('shared_link').select(['id', 'last_used_day']).where('url', '=', p.url),
)

async function ensureLink(tx: Tx, url: string, day: number): Promise<string> {
  const [known] = await knownLink(tx.db, { url })
  if (known === undefined) return insertLink(tx, url, day)
  if (known.last_used_day < day) {
    await tx.db
      .updateTable('shared_link')
      .set({ last_used_day: day })
      .where('id', '=', known.id)
      .execute()
  }
  return known.id
}

async function insertLink(tx: Tx, url: string, day: number): Promise<string> {
  await tx.db
    .insertInto('shared_link')
    .values({
      id: tx.newId(),
      url,
      provider_id: await ensureProvider(tx, new URL(url).hostname),
      trendable: null,
      last_used_day: day,
      trended_at: null,
      created_at: tx.now,
    })
    .onConflict((conflict) => conflict.column('url').doNothing())
    .execute()
  const [link] = await knownLink(tx.db, { url })
  return link!.id
}

async function ensureProvider(tx: Tx, host: string): Promise<string> {
  const find = tx.db.selectFrom('link_provider').select('id').where('host', '=', host)
  const known = await find.executeTakeFirst()
  if (known !== undefined) return known.id
  await tx.db
    .insertInto('link_provider')
    .values({ id: tx.newId(), host, trendable: null, created_at: tx.now })
    .onConflict((conflict) => conflict.column('host').doNothing())
    .execute()
  return (await find.executeTakeFirstOrThrow()).id
}
