import type { Config } from '../../config.ts'
import type { Db } from '../../db/database.ts'
import { prepared } from '../../db/prepared.ts'
import { normalizeId } from '../../ids.ts'
import { findStatus, type StatusRow } from '../queries.ts'

const byUri = prepared((db, p: { uri: string }) =>
  db.selectFrom('status').selectAll().where('uri', '=', p.uri),
)

/** The status or reblog with that federation id, deleted or not. */
export async function findStoredByUri(db: Db, uri: string): Promise<StatusRow | null> {
  return (await byUri(db, { uri }))[0] ?? null
}

/** The status with that federation id, local or remote, not deleted. */
export async function findStatusByUri(db: Db, uri: string): Promise<StatusRow | null> {
  const row = await findStoredByUri(db, uri)
  return row === null || row.deleted_at !== null ? null : row
}

/** Paths of our statuses: as ids, as pages, and as other servers write them. */
const OWN_PATH = /^\/(?:@[^/]+|(?:ap\/)?users\/[^/]+\/statuses)\/(\d+)\/?$/

/** A status of ours by any of its addresses. */
export async function findOwnByAddress(
  db: Db,
  config: Pick<Config, 'origin'>,
  address: string,
): Promise<StatusRow | null> {
  const url = URL.parse(address)
  if (url === null || url.origin !== config.origin) return null
  const id = normalizeId(OWN_PATH.exec(url.pathname)?.[1] ?? '')
  const status = id === null ? null : await findStatus(db, id)
  return status?.local === true ? status : null
}
