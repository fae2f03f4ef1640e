import { Readable } from 'node:stream'
import type { App } from '../../app.ts'
import type { ApiScope } from '../../http/scopes.ts'
import { csvLine } from '../../text/csv-line.ts'
import { rowsOf, TABLES, type TableName } from './rows.ts'

/** A file that people may take: its name as Mastodon calls it, and who may have it. */
interface TableFile {
  fileName: string
  scope: ApiScope
}

export const TABLE_FILES: Record<TableName, TableFile> = {
  following: { fileName: 'following_accounts.csv', scope: 'read:follows' },
  followers: { fileName: 'followers.csv', scope: 'read:follows' },
  blocks: { fileName: 'blocked_accounts.csv', scope: 'read:blocks' },
  mutes: { fileName: 'muted_accounts.csv', scope: 'read:mutes' },
  domain_blocks: { fileName: 'blocked_domains.csv', scope: 'read:blocks' },
  lists: { fileName: 'lists.csv', scope: 'read:lists' },
  bookmarks: { fileName: 'bookmarks.csv', scope: 'read:bookmarks' },
}

export const TABLE_NAMES = Object.keys(TABLE_FILES) as TableName[]

/** Headers of a file that is saved rather than shown. */
export function attachmentHeaders(fileName: string): Record<string, string> {
  return {
    'content-disposition': `attachment; filename="${fileName}"`,
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  }
}

/** One of somebody's tables as CSV, read as it is sent. */
export function tableStream({ slowDb, config }: App, accountId: string, name: TableName): Readable {
  const table = TABLES[name]
  async function* lines() {
    if (table.header !== null) yield csvLine(table.header)
    const { handleDomain } = config
    for await (const rows of rowsOf(slowDb, table, { accountId, handleDomain })) {
      yield rows.map(csvLine).join('')
    }
  }
  return Readable.from(lines())
}
