import { type SqlBool, sql } from 'kysely'
import type { App } from '../../kernel/core/app.ts'
import type { Db } from '../../kernel/db/database.ts'
import { idIn } from '../../kernel/db/id-in.ts'
import { prepared } from '../../kernel/db/prepared.ts'
import { accountIsShown } from '../accounts/predicates.ts'
import { loadReachableAccounts } from '../accounts/queries.ts'
import { blocks, hiddenFrom } from './predicates.ts'

/** maximum per account */
const MOST_SHOWN = 80

interface Asked {
  ids: readonly string[]
  viewerId: string
  /** ms since 1970 */
  now: number
}

/**
 * Accounts that hide their follows, and accounts that the viewer does not want to see, are left
 * out.
 */
const familiar = prepared((db, p: Asked & { most: number }) =>
  db
    .selectFrom(
      db
        .selectFrom('follow as own')
        .innerJoin('follow as theirs', 'theirs.account_id', 'own.target_id')
        .innerJoin('account', 'account.id', 'own.target_id')
        .where('own.account_id', '=', p.viewerId)
        .where(idIn(db, 'theirs.target_id', p.ids))
        .where(accountIsShown())
        .where(sql<SqlBool>`not account.hide_collections`)
        .where(sql<SqlBool>`not ${hiddenFrom(p.viewerId, sql.ref('account.id'), p.now)}`)
        .select([
          'theirs.target_id',
          'account.id',
          sql<number>`row_number() over (partition by theirs.target_id order by own.id desc)`.as(
            'place',
          ),
        ])
        .as('found'),
    )
    .where('found.place', '<=', p.most)
    .orderBy('found.place')
    .select(['found.target_id', 'found.id']),
)

/**
 * Followers of these accounts whom the viewer follows, most recently followed first, at most 80 per
 * account (S-278). Empty for accounts that hide their network or block the viewer.
 *
 * @returns by id, in the order of the ids; unknown ones are absent
 */
export async function loadFamiliarFollowers(
  app: Pick<App, 'db' | 'slowDb'>,
  { ids, viewerId, now }: Asked,
): Promise<Map<string, string[]>> {
  const accounts = await loadReachableAccounts(app.db, ids)
  const found = new Map(ids.filter((id) => accounts.has(id)).map((id) => [id, [] as string[]]))
  const open = await showingNetwork(app.db, [...found.keys()], viewerId)
  if (open.length === 0) return found
  const rows = await familiar(app.slowDb, { ids: open, viewerId, now, most: MOST_SHOWN })
  for (const { target_id, id } of rows) found.get(target_id)!.push(id)
  return found
}

async function showingNetwork(db: Db, ids: readonly string[], viewerId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('account')
    .where(idIn(db, 'id', ids))
    .where('hide_collections', '=', false)
    .where('suspended_at', 'is', null)
    .where(sql<SqlBool>`not ${blocks(sql.ref('account.id'), viewerId)}`)
    .select('id')
    .execute()
  return rows.map((row) => row.id)
}
