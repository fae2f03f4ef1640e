import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import { NotFound, ValidationFailed } from '../../../../kernel/base/errors.ts'
import type { Tx } from '../../../../kernel/core/tx.ts'
import type { Db } from '../../../../kernel/db/database.ts'
import { addressKey } from '../../email-address.ts'
import type { CanonicalEmailBlockTable } from '../../tables.ts'

export type CanonicalEmailBlock = Selectable<CanonicalEmailBlockTable>

/**
 * SHA-256 of an e-mail address, hex, the same for all spellings that providers treat as one: letter
 * case, dots and the part after a `+` are ignored (S-187).
 */
export function canonicalEmailHash(email: string): string {
  const text = addressKey(email)
  const at = text.lastIndexOf('@')
  const [name = ''] = text.slice(0, at).replaceAll('.', '').split('+', 1)
  return createHash('sha256')
    .update(`${name}@${text.slice(at + 1)}`)
    .digest('hex')
}

/**
 * Blocks sign-ups with an e-mail address.
 *
 * @param given the address, which takes precedence, or its hash
 * @throws ValidationFailed if it is neither, or blocked already (S-186)
 */
export async function blockCanonicalEmail(
  tx: Tx,
  given: { email: string; hash: string },
): Promise<CanonicalEmailBlock> {
  const added = await insertBlock(tx, readHash(given), null)
  if (added === null) {
    throw new ValidationFailed('Canonical email hash has already been taken')
  }
  return added
}

function readHash({ email, hash }: { email: string; hash: string }): string {
  if (email.trim() !== '') {
    if (!/^[^\s@]+@[^\s@]+$/.test(email.trim())) throw new ValidationFailed('Email is invalid')
    return canonicalEmailHash(email)
  }
  const text = hash.trim().toLowerCase()
  if (text === '') throw new ValidationFailed("Canonical email hash can't be blank")
  if (!/^[0-9a-f]{64}$/.test(text)) throw new ValidationFailed('Canonical email hash is invalid')
  return text
}

async function insertBlock(
  tx: Tx,
  canonical_email_hash: string,
  account_id: string | null,
): Promise<CanonicalEmailBlock | null> {
  const added = await tx.db
    .insertInto('canonical_email_block')
    .values({ id: tx.newId(), canonical_email_hash, account_id, created_at: tx.now })
    .onConflict((conflict) => conflict.column('canonical_email_hash').doNothing())
    .returningAll()
    .executeTakeFirst()
  return added ?? null
}

/** @throws NotFound */
export async function getCanonicalEmailBlock(db: Db, id: string): Promise<CanonicalEmailBlock> {
  const row = await db
    .selectFrom('canonical_email_block')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) throw new NotFound()
  return row
}

/** @throws NotFound */
export async function unblockCanonicalEmail(tx: Tx, id: string): Promise<CanonicalEmailBlock> {
  const row = await tx.db
    .deleteFrom('canonical_email_block')
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) throw new NotFound()
  return row
}

/** The block of an e-mail address: at most one. */
export function canonicalEmailBlocksOf(db: Db, email: string): Promise<CanonicalEmailBlock[]> {
  return db
    .selectFrom('canonical_email_block')
    .selectAll()
    .where('canonical_email_hash', '=', canonicalEmailHash(email))
    .execute()
}

/** Blocks the e-mail address of a suspended account. Doing it again changes nothing. */
export async function blockEmailOfAccount(tx: Tx, accountId: string): Promise<void> {
  const user = await tx.db
    .selectFrom('local_user')
    .select('email')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (user !== undefined) await insertBlock(tx, canonicalEmailHash(user.email), accountId)
}

/** Undoes `blockEmailOfAccount`; a block that staff made of the same address stays. */
export async function unblockEmailOfAccount(tx: Tx, accountId: string): Promise<void> {
  await tx.db.deleteFrom('canonical_email_block').where('account_id', '=', accountId).execute()
}
