import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Schema } from '../db/schema.ts'

/**
 * The one rule on who may be shown to people who did not ask for them: who let themselves be found, are
 * there, have not moved, and whom nobody silenced (S-351, S-277). The words are those of the index; the
 * sign keeps SQLite from beginning with all who did not move.
 */
export function isDiscoverable(eb: ExpressionBuilder<Schema, 'account'>): Expression<SqlBool> {
  return eb.and([
    sql<SqlBool>`account.discoverable`,
    eb('account.activated_at', 'is not', null),
    eb('account.suspended_at', 'is', null),
    eb('account.silenced_at', 'is', null),
    eb('account.deleted_at', 'is', null),
    sql<SqlBool>`+account.moved_to_id is null`,
  ])
}
