import { type SqlBool, sql } from 'kysely'
import type { Config } from '../../kernel/base/config.ts'
import type { Db } from '../../kernel/db/database.ts'
import { idIn } from '../../kernel/db/id-in.ts'
import { type Handle, parseHandle } from '../accounts/handles.ts'
import { isDiscoverable } from './discoverable.ts'

/** An account that the staff suggests, as it is written in the setting. */
export interface Featured {
  handle: string
  /** null: this server does not know it */
  accountId: string | null
  /** whether it is suggested: it wants to be found, and nobody limited or suspended it */
  shown: boolean
}

/** The accounts behind handles, in the same order; null for unknown ones. */
export async function findByHandles(
  config: Pick<Config, 'domain' | 'handleDomain'>,
  db: Db,
  texts: readonly string[],
): Promise<(string | null)[]> {
  const parsed = texts.map((text) => parseHandle(config, text))
  const handles = parsed.filter((handle) => handle !== null)
  if (handles.length === 0) return texts.map(() => null)
  const rows = await db
    .selectFrom('account')
    .select(['id', 'username_lower', 'domain'])
    .where((eb) =>
      eb.or(
        handles.map(({ username, domain }) =>
          eb.and([
            eb('username_lower', '=', username),
            eb(sql`coalesce(domain, '')`, '=', domain ?? ''),
          ]),
        ),
      ),
    )
    .execute()
  const key = ({ username, domain }: Handle) => `${username}@${domain ?? ''}`
  const ids = new Map(rows.map((row) => [key({ ...row, username: row.username_lower }), row.id]))
  return parsed.map((handle) => (handle === null ? null : (ids.get(key(handle)) ?? null)))
}

/** The accounts that the staff suggests, and whether they are shown. */
export async function describeFeatured(
  config: Pick<Config, 'domain' | 'handleDomain'>,
  db: Db,
  handles: readonly string[],
): Promise<Featured[]> {
  const found = await findByHandles(config, db, handles)
  const rows = await db
    .selectFrom('account')
    .select('account.id')
    .where(
      idIn(
        db,
        'account.id',
        found.filter((id) => id !== null),
      ),
    )
    .where(isDiscoverable)
    .where(sql<SqlBool>`not account.memorial`)
    .execute()
  const shown = new Set(rows.map(({ id }) => id))
  return handles.map((handle, at) => {
    const accountId = found[at] ?? null
    return { handle, accountId, shown: accountId !== null && shown.has(accountId) }
  })
}
