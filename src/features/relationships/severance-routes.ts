import { NotFound } from '../../kernel/base/errors.ts'
import { BEFORE_ALL_IDS } from '../../kernel/base/ids.ts'
import type { App } from '../../kernel/core/app.ts'
import { viewerOf } from '../../kernel/http/auth.ts'
import { IdParams } from '../../kernel/http/params.ts'
import type { Routes } from '../../kernel/http/routes.ts'
import { csvLine } from '../../kernel/text/csv-line.ts'
import type { Direction } from './severances.ts'

const ROWS_AT_ONCE = 1000

/** Column headers as in Mastodon's exports and imports. */
const COLUMNS = {
  following: ['Account address', 'Show boosts', 'Notify on new posts', 'Languages'],
  followers: ['Account address'],
} as const

/** CSV lists of the follows that a decision ended, for their owner to keep or import elsewhere. */
export const severanceRoutes: Routes = (server, app) => {
  for (const direction of ['following', 'followers'] as const) {
    server.get(
      `/api/rookery/v1/severed_relationships/:id/${direction}.csv`,
      { config: { scope: 'read:follows' }, schema: { params: IdParams } },
      async (request, reply) => {
        const { id } = request.params
        await checkOwner(app, id, viewerOf(request).id)
        reply.header('content-type', 'text/csv; charset=utf-8')
        reply.header('content-disposition', `attachment; filename="${direction}.csv"`)
        return writeCsv(app, id, direction)
      },
    )
  }
}

async function checkOwner(app: App, id: string, viewerId: string): Promise<void> {
  const row = await app.db
    .selectFrom('account_severance')
    .select('id')
    .where('id', '=', id)
    .where('account_id', '=', viewerId)
    .executeTakeFirst()
  if (row === undefined) throw new NotFound()
}

async function writeCsv(app: App, id: string, direction: Direction): Promise<string> {
  let csv = csvLine(COLUMNS[direction])
  for (let after: string | null = BEFORE_ALL_IDS; after !== null; ) {
    const rows = await someSevered(app, { id, direction, after })
    for (const row of rows) {
      const { show_reblogs, notify, languages } = row
      const address = `${row.username}@${row.domain ?? app.config.handleDomain}`
      const choices = [show_reblogs, notify, languages?.join(', ') ?? '']
      const cells = direction === 'followers' ? [address] : [address, ...choices]
      csv += csvLine(cells)
    }
    after = rows.length < ROWS_AT_ONCE ? null : rows.at(-1)!.id
  }
  return csv
}

async function someSevered(
  { slowDb }: App,
  { id, direction, after }: { id: string; direction: Direction; after: string },
) {
  return slowDb
    .selectFrom('severed_follow')
    .innerJoin('account', 'account.id', 'severed_follow.other_id')
    .where('severed_follow.account_severance_id', '=', id)
    .where('severed_follow.direction', '=', direction)
    .where('severed_follow.id', '>', after)
    .orderBy('severed_follow.id')
    .limit(ROWS_AT_ONCE)
    .select(['severed_follow.id', 'account.username', 'account.domain'])
    .select(['severed_follow.show_reblogs', 'severed_follow.notify', 'severed_follow.languages'])
    .execute()
}
