import type { Config } from '../../kernel/base/config.ts'
import { accountUrl } from '../../kernel/base/urls.ts'
import type { Db } from '../../kernel/db/database.ts'
import { textIn } from '../../kernel/db/id-in.ts'
import { prepared } from '../../kernel/db/prepared.ts'
import { extractEntities } from '../../kernel/text/extract.ts'
import { accountIsShown } from './predicates.ts'

/** An account that a text mentions. */
export interface Mentioned {
  id: string
  url: string
  username: string
  domain: string | null
}

/** The handles that a text mentions, in lower case: `name` or `name@domain`, without duplicates. */
export function mentionHandles(text: string): string[] {
  const handles = extractEntities(text).flatMap((entity) =>
    entity.kind === 'mention' ? [entity.handle] : [],
  )
  return [...new Set(handles)]
}

const presentByName = prepared((db, p: { names: readonly string[] }) =>
  db
    .selectFrom('account')
    .where(textIn(db, 'username_lower', p.names))
    .where(accountIsShown())
    .select(['id', 'url', 'username', 'username_lower', 'domain']),
)

/**
 * Finds the accounts of handles, without accounts that wait for confirmation or approval (S-354)
 * and without deleted ones.
 * @returns the account by the handle as given
 */
export async function findMentioned(
  db: Db,
  config: Config,
  handles: readonly string[],
): Promise<Map<string, Mentioned>> {
  const wanted = new Map(handles.map((handle) => [handle, splitHandle(config, handle)]))
  const names = [...new Set([...wanted.values()].map(({ username }) => username))]
  if (names.length === 0) return new Map()
  const rows = await presentByName(db, { names })
  const found = new Map(rows.map((row) => [`${row.username_lower}@${row.domain ?? ''}`, row]))
  const result = new Map<string, Mentioned>()
  for (const [handle, { username, domain }] of wanted) {
    const row = found.get(`${username}@${domain ?? ''}`)
    if (row === undefined) continue
    const url = row.domain === null ? accountUrl(config, row.username) : row.url
    result.set(handle, { id: row.id, url, username: row.username, domain: row.domain })
  }
  return result
}

/** A handle's parts in lower case; the domain is null for local handles in any spelling. */
export function splitHandle(
  config: Pick<Config, 'domain' | 'handleDomain'>,
  handle: string,
): { username: string; domain: string | null } {
  const [username = '', domain = ''] = handle.toLowerCase().split('@')
  const local = domain === '' || domain === config.domain || domain === config.handleDomain
  return { username, domain: local ? null : domain }
}
