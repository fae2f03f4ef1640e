import { sql } from 'kysely'
import { DAY, HOUR } from '../../kernel/base/durations.ts'
import type { App } from '../../kernel/core/app.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { JobHandlers } from '../../kernel/jobs/handlers.ts'
import { pruneAttempts } from '../identity/sign-up/blocks/attempts.ts'
import { keptSince } from '../instance/retention.ts'

/** rows per transaction */
const BATCH = 500
/** ms that an expired code is retained, so that its reuse is noticed */
const CODE_MEMORY = DAY
/** ms that a revoked token is distinguished from an unknown one (S-411) */
const TOKEN_MEMORY = 90 * DAY

/** Columns with IP addresses, which are not retained for ever (S-202 shows them). */
const ADDRESSES = [
  { table: 'session', columns: ['ip', 'ip_digits'] },
  { table: 'local_user', columns: ['sign_up_ip', 'sign_up_ip_digits'] },
] as const

/** Removes expired sessions, challenges and codes, and tokens that were revoked long ago. */
export const pruningJobs: JobHandlers = {
  'oauth.prune': {
    every: HOUR,
    async run(app) {
      const now = app.clock()
      await prune(app, 'session', 'expires_at', now)
      await prune(app, 'auth_challenge', 'expires_at', now)
      await prune(app, 'authorization_code', 'expires_at', now - CODE_MEMORY)
      await prune(app, 'access_token', 'revoked_at', now - TOKEN_MEMORY)
      await pruneAttempts(app)
    },
  },
  'oauth.forget_addresses': {
    every: DAY,
    async run(app) {
      const before = await keptSince(app, 'retention.ips')
      if (before === null) return
      for (const addresses of ADDRESSES) {
        while ((await app.transact((tx) => forgetSome(tx, addresses, before))) === BATCH);
      }
    },
  },
}

async function prune(
  app: App,
  table: 'session' | 'auth_challenge' | 'authorization_code' | 'access_token',
  column: 'expires_at' | 'revoked_at',
  before: number,
): Promise<void> {
  let removed: number
  do {
    removed = await app.transact(async (tx) => {
      const over = tx.db
        .selectFrom(table)
        .select('id')
        .where(column as 'expires_at', '<', before)
        .limit(BATCH)
      const rows = await tx.db.deleteFrom(table).where('id', 'in', over).returning('id').execute()
      return rows.length
    })
  } while (removed === BATCH)
}

/** @param before ms since 1970 */
async function forgetSome(
  tx: Tx,
  { table, columns }: (typeof ADDRESSES)[number],
  before: number,
): Promise<number> {
  const known = sql.ref(columns[0])
  const { numAffectedRows = 0n } = await sql`
    update ${sql.table(table)}
    set ${sql.join(columns.map((column) => sql`${sql.ref(column)} = null`))}
    where id in (select id from ${sql.table(table)}
      where created_at < ${before} and ${known} is not null limit ${BATCH})`.execute(tx.db)
  return Number(numAffectedRows)
}
