import { type Expression, type SqlBool, sql } from 'kysely'

/**
 * Whether an account exists: confirmed and approved, or remote, and not deleted.
 *
 * @param name of the table in the query
 */
export function accountExists(name = 'account'): Expression<SqlBool> {
  const [activated, deleted] = [column(name, 'activated_at'), column(name, 'deleted_at')]
  return sql<SqlBool>`(${activated} is not null and ${deleted} is null)`
}

/** Whether an account is visible: it exists and is not suspended. */
export function accountIsShown(name = 'account'): Expression<SqlBool> {
  return sql<SqlBool>`(${column(name, 'activated_at')} is not null and ${accountStays(name)})`
}

/**
 * The same for accounts that a row proves to be activated, because only activated accounts can have
 * such a row: a follow, a block, a membership.
 */
export function accountStays(name = 'account'): Expression<SqlBool> {
  const [suspended, deleted] = [column(name, 'suspended_at'), column(name, 'deleted_at')]
  return sql<SqlBool>`(${suspended} is null and ${deleted} is null)`
}

function column(name: string, of: 'activated_at' | 'suspended_at' | 'deleted_at') {
  return sql.ref(`${name}.${of}`)
}
