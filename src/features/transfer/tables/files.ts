import { Readable } from 'node:stream'
import type { App } from '../../../kernel/core/app.ts'
import type { ApiScope } from '../../../kernel/http/scopes.ts'
import { csvLine } from '../../../kernel/text/csv-line.ts'
import { rowsOf, TABLES, type TableName } from './rows.ts'

/** An exported file: its name as in Mastodon, and its scope. */
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

/** Headers of a download. */
export function attachmentHeaders(fileName: string): Record<string, string> {
  return {
    'content-disposition': `attachment; filename="${fileName}"`,
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  }
}

/** Streams a table of an account as CSV while it is read. */
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
