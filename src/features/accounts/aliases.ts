import { ValidationFailed } from '../../kernel/base/errors.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import { lockRow } from '../../kernel/db/expressions.ts'
import type { Account } from './queries.ts'

/** maximum of aliases per account */
const MOST_ALIASES = 20

/**
 * Adds an alias to an account; the other account may then move here.
 * @throws ValidationFailed for the account itself, and if there are too many aliases
 */
export async function addAlias(tx: Tx, accountId: string, alias: Account): Promise<void> {
  if (alias.id === accountId) throw new ValidationFailed('Acct is this account itself')
  await changeAliases(tx, accountId, (aliases) => {
    if (aliases.includes(alias.uri)) return aliases
    if (aliases.length >= MOST_ALIASES) {
      throw new ValidationFailed(`There cannot be more than ${MOST_ALIASES} aliases`)
    }
    return [...aliases, alias.uri]
  })
}

/** Removes an alias; an unknown one changes nothing. */
export async function removeAlias(tx: Tx, accountId: string, uri: string): Promise<void> {
  await changeAliases(tx, accountId, (aliases) => aliases.filter((alias) => alias !== uri))
}

async function changeAliases(
  tx: Tx,
  accountId: string,
  change: (aliases: string[]) => string[],
): Promise<void> {
  await lockRow(tx.db, 'account', accountId)
  const { also_known_as: before } = await tx.db
    .selectFrom('account')
    .select('also_known_as')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const after = change(before)
  if (after.length === before.length) return
  await tx.db
    .updateTable('account')
    .set((eb) => ({ also_known_as: JSON.stringify(after), version: eb('version', '+', 1) }))
    .where('id', '=', accountId)
    .execute()
  tx.emit({ type: 'account.updated', accountId })
}
