import { toJson } from '../../../kernel/base/json.ts'
import { idIn } from '../../../kernel/db/id-in.ts'
import type { Rendering } from '../../accounts/serializer.ts'
import type { ListedStatus } from './status-rows.ts'

/** Starts with a comma; empty if no application is shown, null for a reblog (S-561). */
export function applicationOf(
  { fragments }: Rendering,
  { application_id: id, reblog_of_id }: ListedStatus,
) {
  if (reblog_of_id !== null) return ',"application":null'
  if (id === null) return ''
  const text = fragments.get('application', id, 1)
  return text && `,"application":${text}`
}

/** The name of a registered application never changes, so it is cached like a version 1. */
export async function loadApplications(
  app: Rendering,
  listed: readonly ListedStatus[],
): Promise<void> {
  const missing = new Set<string>()
  for (const { application_id: id } of listed) {
    if (id !== null && app.fragments.get('application', id, 1) === undefined) missing.add(id)
  }
  if (missing.size === 0) return
  const ids = [...missing]
  const rows = await app.db
    .selectFrom('application')
    .select(['id', 'name', 'website'])
    .where(idIn(app.db, 'id', ids))
    .execute()
  const known = new Map(rows.map(({ id, name, website }) => [id, toJson({ name, website })]))
  for (const id of ids) {
    app.fragments.set('application', id, 1, known.get(id) ?? toJson(null))
  }
}
