import type { Config } from '../../kernel/base/config.ts'
import { HOUR } from '../../kernel/base/durations.ts'
import { timeOfId } from '../../kernel/base/ids.ts'
import type { Db } from '../../kernel/db/database.ts'
import { idIn } from '../../kernel/db/id-in.ts'
import { prepared } from '../../kernel/db/prepared.ts'
import { can } from '../../kernel/http/permissions.ts'
import { textOfClean } from '../../kernel/text/sanitize.ts'
import type { Facts } from '../automod/fields.ts'

/** The facts about an account that automatic rules match. */
export interface AuthorFacts {
  facts: Facts
  /** the handle: `@rook`, `@rook@away.example` */
  label: string
  /** staff who handle reports: no rule applies to them */
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

/** As `loadAuthorFacts`, for many accounts. */
export async function loadManyAuthors(
  { db, config, now }: { db: Db; config: Own; now: number },
  ids: readonly string[],
): Promise<Map<string, AuthorFacts>> {
  const rows = await authors(db)
    .where(idIn(db, 'account.id', [...new Set(ids)]))
    .execute()
  return new Map(rows.map((row) => [row.id, authorFacts(row, config, now)]))
}

function authorFacts(row: AuthorRow, config: Own, now: number): AuthorFacts {
  const { domain, username, permissions } = row
  const bits = Number(permissions ?? 0)
  return {
    facts: {
      // the age that a server states for its accounts is not reliable
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

/** A bio with its profile fields, as rules match it. @param note plain text */
export function bioOf(note: string, fields: readonly { name: string; value: string }[]): string {
  return [note, ...fields.map(({ name, value }) => `${name}: ${textOfClean(value)}`)].join('\n')
}

export function labelOf(username: string, domain: string | null): string {
  return domain === null ? `@${username}` : `@${username}@${domain}`
}
