import type { Readable } from 'node:stream'
import type { Db } from '../../../kernel/db/database.ts'
import type { Routes } from '../../../kernel/http/routes.ts'
import { exportAllows, exportBlocks } from '../../moderation/block-lists/export.ts'
import { attachmentHeaders } from '../../transfer/tables/files.ts'

const FILES = [
  ['domain_blocks', 'admin:read:domain_blocks', exportBlocks],
  ['domain_allows', 'admin:read:domain_allows', exportAllows],
] as const satisfies readonly (readonly [string, string, (db: Db) => Readable])[]

/** Decisions about domains as CSV files for Mastodon: Rookery's own, see docs/spec/surface.tsv. */
export const exportRoutes: Routes = (server, app) => {
  for (const [name, scope, write] of FILES) {
    server.get(
      `/api/rookery/v1/admin/${name}/export.csv`,
      { config: { scope, permission: 'manageFederation' } },
      (_, reply) =>
        reply
          .headers(attachmentHeaders(`${name}.csv`))
          .type('text/csv; charset=utf-8')
          .send(write(app.slowDb)),
    )
  }
}
