import type { Config } from '../../../kernel/base/config.ts'
import { normalizeId } from '../../../kernel/base/ids.ts'
import { parseUrl } from '../../../kernel/base/parse-url.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { prepared } from '../../../kernel/db/prepared.ts'
import { findStatus, type StatusRow } from '../queries.ts'

const byUri = prepared((db, p: { uri: string }) =>
  db.selectFrom('status').selectAll().where('uri', '=', p.uri),
)

/** The status or reblog with that federation id, including deleted ones. */
export async function findStoredByUri(db: Db, uri: string): Promise<StatusRow | null> {
  return (await byUri(db, { uri }))[0] ?? null
}

/** The status with that federation id, local or remote, not deleted. */
export async function findStatusByUri(db: Db, uri: string): Promise<StatusRow | null> {
  const row = await findStoredByUri(db, uri)
  return row === null || row.deleted_at !== null ? null : row
}

/** Paths of our statuses: federation ids, pages, and the spellings of other servers. */
const OWN_PATH = /^\/(?:@[^/]+|(?:ap\/)?users\/[^/]+\/statuses)\/(\d+)\/?$/

/** A local status by any of its URLs. */
export async function findOwnByAddress(
  db: Db,
  config: Pick<Config, 'origin'>,
  address: string,
): Promise<StatusRow | null> {
  const url = parseUrl(address)
  if (url === null || url.origin !== config.origin) return null
  const id = normalizeId(OWN_PATH.exec(url.pathname)?.[1] ?? '')
  const status = id === null ? null : await findStatus(db, id)
  return status?.local === true ? status : null
}
