import type { ExpressionBuilder } from 'kysely'
import { BEFORE_ALL_IDS } from '../../kernel/base/ids.ts'
import type { App } from '../../kernel/core/app.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import { idIn } from '../../kernel/db/id-in.ts'
import type { Schema } from '../../kernel/db/schema.ts'
import type { JobHandlers } from '../../kernel/jobs/handlers.ts'

export const REFRESH = 'moderation.refresh_statuses'
const ROWS_AT_ONCE = 500

/** The limits of an account, short of suspension, with their columns. */
const COLUMNS = {
  sensitive: (at: number | null) => ({ sensitized_at: at }),
  silence: (at: number | null) => ({ silenced_at: at, silenced_by_domain: false }),
} as const
export type Limit = keyof typeof COLUMNS

type Builder = ExpressionBuilder<Schema, 'account'>

const IS_LIMITED = {
  sensitive: (eb: Builder) => eb('sensitized_at', 'is not', null),
  silence: (eb: Builder) => eb('silenced_at', 'is not', null),
} as const

/** Limits an account; a limit that came with its domain becomes the staff's own decision. */
export async function imposeLimit(tx: Tx, accountId: string, limit: Limit): Promise<void> {
  const isOwn = (eb: Builder) =>
    limit === 'silence'
      ? eb.and([IS_LIMITED.silence(eb), eb('silenced_by_domain', '=', false)])
      : IS_LIMITED.sensitive(eb)
  const changed = await tx.db
    .updateTable('account')
    .set((eb) => ({ ...COLUMNS[limit](tx.now), version: eb('version', '+', 1) }))
    .where('id', '=', accountId)
    .where((eb) => eb.not(isOwn(eb)))
    .returning('id')
    .executeTakeFirst()
  if (changed !== undefined) tell(tx, accountId, limit)
}

/**
 * Removes a limit, including one that came with a decision about the account's domain.
 * @returns false if there was none
 */
export async function liftLimit(tx: Tx, accountId: string, limit: Limit): Promise<boolean> {
  const changed = await tx.db
    .updateTable('account')
    .set((eb) => ({ ...COLUMNS[limit](null), version: eb('version', '+', 1) }))
    .where('id', '=', accountId)
    .where(IS_LIMITED[limit])
    .returning('id')
    .executeTakeFirst()
  if (changed === undefined) return false
  tell(tx, accountId, limit)
  return true
}

function tell(tx: Tx, accountId: string, limit: Limit): void {
  if (limit === 'sensitive') tx.emit({ type: 'account.sensitized', accountId })
  tx.emit({ type: 'account.updated', accountId })
}

/** Cached statuses include the sensitivity of their author's media, so they are refreshed. */
export const jobs: JobHandlers = {
  [REFRESH]: {
    async run(app, { accountId }) {
      for (let after: string | null = BEFORE_ALL_IDS; after !== null; ) {
        after = await refreshSome(app, String(accountId), after)
      }
    },
  },
}

function refreshSome(app: App, accountId: string, after: string): Promise<string | null> {
  return app.transact(async (tx) => {
    const rows = await tx.db
      .selectFrom('status')
      .select('id')
      .where('account_id', '=', accountId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .execute()
    const ids = rows.map(({ id }) => id)
    await tx.db
      .updateTable('status')
      .set((eb) => ({ version: eb('version', '+', 1) }))
      .where(idIn(tx.db, 'id', ids))
      .execute()
    return ids.length < ROWS_AT_ONCE ? null : ids.at(-1)!
  })
}
