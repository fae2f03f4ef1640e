import { BEFORE_ALL_IDS } from '../../../kernel/base/ids.ts'
import type { Db } from '../../../kernel/db/database.ts'

const ROWS_AT_ONCE = 1000

/** The exported tables; each is also the name of its file. */
export type TableName =
  | 'following'
  | 'followers'
  | 'blocks'
  | 'mutes'
  | 'domain_blocks'
  | 'bookmarks'
  | 'lists'

interface Exported {
  id: string
  cells: (string | boolean)[]
}

export interface Table {
  /** null: no header, as in Mastodon */
  header: readonly string[] | null
  /** rows with ids above `after`, in order of their ids */
  page(db: Db, asked: Asked): Promise<Exported[]>
}

interface Asked {
  accountId: string
  after: string
  limit: number
  /** domain of local handles */
  handleDomain: string
}

/**
 * In Mastodon's formats.
 * @see https://github.com/mastodon/mastodon/blob/main/app/models/export.rb
 */
export const TABLES: Record<TableName, Table> = {
  following: {
    header: ['Account address', 'Show boosts', 'Notify on new posts', 'Languages'],
    async page(db, asked) {
      const rows = await related(db, 'follow', 'target_id', asked)
        .where('tie.account_id', '=', asked.accountId)
        .select(['tie.show_reblogs', 'tie.notify', 'tie.languages'])
        .execute()
      return rows.map((row) => {
        const languages = row.languages?.join(', ') ?? ''
        const choices = [row.show_reblogs, row.notify, languages]
        return { id: row.id, cells: [addressOf(row, asked), ...choices] }
      })
    },
  },
  followers: {
    header: ['Account address'],
    async page(db, asked) {
      const rows = await related(db, 'follow', 'account_id', asked)
        .where('tie.target_id', '=', asked.accountId)
        .execute()
      return rows.map((row) => ({ id: row.id, cells: [addressOf(row, asked)] }))
    },
  },
  blocks: {
    header: null,
    async page(db, asked) {
      const rows = await related(db, 'block', 'target_id', asked)
        .where('tie.account_id', '=', asked.accountId)
        .execute()
      return rows.map((row) => ({ id: row.id, cells: [addressOf(row, asked)] }))
    },
  },
  mutes: {
    header: ['Account address', 'Hide notifications'],
    page: mutesPage,
  },
  domain_blocks: {
    header: null,
    async page(db, { accountId, after, limit }) {
      const rows = await db
        .selectFrom('account_domain_block')
        .select(['id', 'domain'])
        .where('account_id', '=', accountId)
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute()
      return rows.map(({ id, domain }) => ({ id, cells: [domain] }))
    },
  },
  bookmarks: {
    header: null,
    async page(db, { accountId, after, limit }) {
      const rows = await db
        .selectFrom('bookmark')
        .innerJoin('status', 'status.id', 'bookmark.status_id')
        .select(['bookmark.id', 'status.uri'])
        .where('bookmark.account_id', '=', accountId)
        .where('status.deleted_at', 'is', null)
        .where('bookmark.id', '>', after)
        .orderBy('bookmark.id')
        .limit(limit)
        .execute()
      return rows.map(({ id, uri }) => ({ id, cells: [uri] }))
    },
  },
  lists: { header: null, page: membersPage },
}

type Tie = 'follow' | 'block'

function related(db: Db, tie: Tie, other: 'account_id' | 'target_id', asked: Asked) {
  return db
    .selectFrom(`${tie} as tie` as 'follow as tie')
    .innerJoin('account', 'account.id', `tie.${other}`)
    .select(['tie.id', 'account.username', 'account.domain'])
    .where('tie.id', '>', asked.after)
    .orderBy('tie.id')
    .limit(asked.limit)
}

/** Excludes temporary mutes, which the format cannot express. */
async function mutesPage(db: Db, asked: Asked): Promise<Exported[]> {
  const rows = await db
    .selectFrom('mute as tie')
    .innerJoin('account', 'account.id', 'tie.target_id')
    .select(['tie.id', 'account.username', 'account.domain', 'tie.hide_notifications'])
    .where('tie.account_id', '=', asked.accountId)
    .where('tie.expires_at', 'is', null)
    .where('tie.id', '>', asked.after)
    .orderBy('tie.id')
    .limit(asked.limit)
    .execute()
  return rows.map((row) => ({ id: row.id, cells: [addressOf(row, asked), row.hide_notifications] }))
}

async function membersPage(db: Db, asked: Asked): Promise<Exported[]> {
  const rows = await db
    .selectFrom('list_member as tie')
    .innerJoin('list', 'list.id', 'tie.list_id')
    .innerJoin('account', 'account.id', 'tie.account_id')
    .select(['tie.id', 'list.title', 'account.username', 'account.domain'])
    .where('tie.owner_id', '=', asked.accountId)
    .where('tie.id', '>', asked.after)
    .orderBy('tie.id')
    .limit(asked.limit)
    .execute()
  return rows.map((row) => ({ id: row.id, cells: [row.title, addressOf(row, asked)] }))
}

/** Always with the domain, so that it is unambiguous on other servers. */
function addressOf(
  { username, domain }: { username: string; domain: string | null },
  { handleDomain }: Asked,
): string {
  return `${username}@${domain ?? handleDomain}`
}

/** The cells of a table's rows, read in batches, oldest first. */
export async function* rowsOf(
  db: Db,
  table: Table,
  of: { accountId: string; handleDomain: string },
): AsyncGenerator<(string | boolean)[][]> {
  let after = BEFORE_ALL_IDS
  for (;;) {
    const rows = await table.page(db, { ...of, after, limit: ROWS_AT_ONCE })
    if (rows.length > 0) yield rows.map(({ cells }) => cells)
    if (rows.length < ROWS_AT_ONCE) return
    after = rows.at(-1)!.id
  }
}
