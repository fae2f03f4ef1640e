import { BEFORE_ALL_IDS } from '../../../kernel/base/ids.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { lockRow } from '../../../kernel/db/expressions.ts'
import { digestOf } from '../digest.ts'
import { ACTIONS, type TableType } from './actions.ts'
import { STEP } from './choices.ts'
import { type DataImport, digestsIn, findImport } from './queries.ts'
import { addressKey, memberKey } from './read-table.ts'

const AT_ONCE = 50

/**
 * Removes the entries that an import replaces: those that existed at its start and are not in its
 * file. Then the rows are imported. If interrupted, it continues.
 */
export async function removeOthers(app: App, importId: string): Promise<void> {
  let after: string | null = BEFORE_ALL_IDS
  while (after !== null) after = await removeSome(app, importId, after)
}

/** @returns the next cursor, or null at the end */
async function removeSome(app: App, importId: string, after: string): Promise<string | null> {
  return app.transact(async (tx) => {
    await lockRow(tx.db, 'data_import', importId)
    const data = await findImport(tx.db, importId)
    if (data?.state !== 'running' || data.type === 'archive') return null
    const type: TableType = data.type
    const existing = await EXISTING[type](tx.db, { data, after, handles: tx.config })
    const named = await digestsIn(
      tx.db,
      importId,
      existing.flatMap((one) => one.keys.map(digestOf)),
    )
    for (const { targetId, keys } of existing) {
      if (keys.some((key) => named.has(digestOf(key)))) continue
      await ACTIONS[type].remove(tx, data.account_id, targetId)
    }
    if (existing.length === AT_ONCE) return existing.at(-1)!.id
    tx.enqueue({ kind: STEP, payload: { importId }, uniqueKey: importId })
    return null
  })
}

interface Asked {
  data: DataImport
  after: string
  handles: App['config']
}

interface Existing {
  id: string
  targetId: string
  /** keys of the rows that may name it */
  keys: string[]
}

const EXISTING: Record<TableType, (db: Db, asked: Asked) => Promise<Existing[]>> = {
  lists: members,
  following: (db, asked) => accounts(db, 'follow', asked),
  blocking: (db, asked) => accounts(db, 'block', asked),
  muting: (db, asked) => accounts(db, 'mute', asked),
  async domain_blocking(db, { data, after }) {
    const rows = await db
      .selectFrom('account_domain_block')
      .select(['id', 'domain'])
      .where('account_id', '=', data.account_id)
      .where('created_at', '<=', data.started_at)
      .where('id', '>', after)
      .orderBy('id')
      .limit(AT_ONCE)
      .execute()
    return rows.map(({ id, domain }) => ({ id, targetId: domain, keys: [domain] }))
  },
  async bookmarks(db, { data, after }) {
    const rows = await db
      .selectFrom('bookmark')
      .innerJoin('status', 'status.id', 'bookmark.status_id')
      .select(['bookmark.id', 'status.id as target_id', 'status.uri', 'status.url'])
      .where('bookmark.account_id', '=', data.account_id)
      .where('bookmark.created_at', '<=', data.started_at)
      .where('bookmark.id', '>', after)
      .orderBy('bookmark.id')
      .limit(AT_ONCE)
      .execute()
    return rows.map(({ id, target_id, uri, url }) => ({
      id,
      targetId: target_id,
      keys: [uri, url],
    }))
  },
}

/** Lists stay, including empty ones. */
async function members(db: Db, { data, after, handles }: Asked): Promise<Existing[]> {
  const rows = await db
    .selectFrom('list_member as tie')
    .innerJoin('list', 'list.id', 'tie.list_id')
    .innerJoin('account', 'account.id', 'tie.account_id')
    .select(['tie.id', 'tie.list_id', 'list.title', 'account.id as member_id'])
    .select(['account.username', 'account.domain', 'account.uri', 'account.url'])
    .where('tie.owner_id', '=', data.account_id)
    .where('tie.created_at', '<=', data.started_at)
    .where('tie.id', '>', after)
    .orderBy('tie.id')
    .limit(AT_ONCE)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    targetId: `${row.list_id} ${row.member_id}`,
    keys: [addressKey(handles, row), row.uri, row.url].map((key) => memberKey(row.title, key)),
  }))
}

async function accounts(
  db: Db,
  table: 'follow' | 'block' | 'mute',
  { data, after, handles }: Asked,
): Promise<Existing[]> {
  const rows = await db
    .selectFrom(`${table} as tie` as 'follow as tie')
    .innerJoin('account', 'account.id', 'tie.target_id')
    .select(['tie.id', 'account.id as target_id', 'account.username', 'account.domain'])
    .select(['account.uri', 'account.url'])
    .where('tie.account_id', '=', data.account_id)
    .where('tie.created_at', '<=', data.started_at)
    .where('tie.id', '>', after)
    .orderBy('tie.id')
    .limit(AT_ONCE)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    targetId: row.target_id,
    keys: [addressKey(handles, row), row.uri, row.url],
  }))
}
