import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Schema } from '../../kernel/db/schema.ts'
import { accountIsShown } from '../accounts/predicates.ts'

/**
 * The only rule on accounts that are shown unrequested: discoverable, visible, not moved, not
 * silenced (S-351, S-277). The conditions are those of the partial index; the unary `+` keeps
 * SQLite from using the index of accounts that have not moved.
 */
export function isDiscoverable(eb: ExpressionBuilder<Schema, 'account'>): Expression<SqlBool> {
  return eb.and([
    sql<SqlBool>`account.discoverable`,
    accountIsShown(),
    eb('account.silenced_at', 'is', null),
    sql<SqlBool>`+account.moved_to_id is null`,
  ])
}
