import type { Facts } from '../automod/fields.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/database.ts'
import { idIn } from '../db/id-in.ts'
import { prepared } from '../db/prepared.ts'
import { can } from '../http/permissions.ts'
import { timeOfId } from '../ids.ts'
import { textOfClean } from '../text/sanitize.ts'

/** What automatic rules know of an account that does something. */
export interface AuthorFacts {
  facts: Facts
  /** how people know it: `@rook`, `@rook@away.example` */
  label: string
  /** staff that answers reports: no rule is for them */
  exempt: boolean
}

function authors(db: Db) {
  return db
    .selectFrom('account')
    .leftJoin('account_stats', 'account_stats.account_id', 'account.id')
    .leftJoin('local_user', 'local_user.account_id', 'account.id')
    .leftJoin('role', 'role.id', 'local_user.role_id')
    .select([
      'account.id',
      'account.username',
      'account.domain',
      'account.display_name',
      'account.note',
      'account.fields',
      'account_stats.followers_count',
      'account_stats.statuses_count',
      'role.permissions',
    ])
}

const authorById = prepared((db, p: { id: string }) => authors(db).where('account.id', '=', p.id))

type AuthorRow = Awaited<ReturnType<typeof authorById>>[number]
type Own = Pick<Config, 'handleDomain'>

/** @param now ms since 1970 */
export async function loadAuthorFacts(
  { db, config, now }: { db: Db; config: Own; now: number },
  accountId: string,
): Promise<AuthorFacts | null> {
  const [row] = await authorById(db, { id: accountId })
  return row === undefined ? null : authorFacts(row, config, now)
}

/** The same of many. */
export async function loadManyAuthors(
  { db, config, now }: { db: Db; config: Own; now: number },
  ids: readonly string[],
): Promise<Map<string, AuthorFacts>> {
  const rows = await authors(db)
    .where(idIn(db, 'account.id', [...new Set(ids)]))
    .execute()
  return new Map(rows.map((row) => [row.id, authorFacts(row, config, now)]))
}

const HOUR = 3_600_000

function authorFacts(row: AuthorRow, config: Own, now: number): AuthorFacts {
  const { domain, username, permissions } = row
  const bits = Number(permissions ?? 0)
  return {
    facts: {
      // what a server says of the age of its accounts is nothing to go by
      account_age_hours: Math.max(0, now - timeOfId(row.id)) / HOUR,
      domain: domain ?? config.handleDomain,
      followers_count: row.followers_count ?? 0,
      statuses_count: row.statuses_count ?? 0,
      username,
      display_name: row.display_name,
      bio: bioOf(domain === null ? row.note : textOfClean(row.note), row.fields),
    },
    label: labelOf(username, domain),
    exempt: can(bits, 'administrator') || can(bits, 'manageReports'),
  }
}

/** A bio as rules see it, with what stands beside it. @param note plain text */
export function bioOf(note: string, fields: readonly { name: string; value: string }[]): string {
  return [note, ...fields.map(({ name, value }) => `${name}: ${textOfClean(value)}`)].join('\n')
}

export function labelOf(username: string, domain: string | null): string {
  return domain === null ? `@${username}` : `@${username}@${domain}`
}
