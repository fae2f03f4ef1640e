import type { Selectable } from 'kysely'
import { NotFound } from '../../kernel/base/errors.ts'
import type { Subscriber } from '../../kernel/core/subscriber.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'
import { storableJson } from '../../kernel/text/storable.ts'
import type { Match } from './rule.ts'
import type { HeldItemTable } from './tables.ts'

export type HeldItem = Selectable<HeldItemTable>

/** maximum of characters of its content that the staff is shown */
const LONGEST_TEXT = 5000

interface ToHold {
  kind: HeldItem['kind']
  accountId: string
  statusId?: string
  uri?: string
  /** JSON-serialisable */
  input: unknown
  text: string
}

/**
 * Holds a status or account for the staff; a new version of a held remote status replaces the old
 * one.
 */
export async function hold(tx: Tx, { rule, ...match }: Match, item: ToHold): Promise<void> {
  const input = storableJson(item.input as object)
  const explanation = storableJson(match.explanation)
  const text = item.text.slice(0, LONGEST_TEXT).toWellFormed()
  await tx.db
    .insertInto('held_item')
    .values({
      id: tx.newId(),
      kind: item.kind,
      rule_id: rule.id,
      rule_name: rule.name,
      account_id: item.accountId,
      status_id: item.statusId ?? null,
      uri: item.uri ?? null,
      input,
      text,
      explanation,
      created_at: tx.now,
    })
    .onConflict((conflict) => conflict.column('uri').doUpdateSet({ input, text, explanation }))
    .execute()
}

/** @throws NotFound if no held item has that id any more */
export async function getHeld(db: Db, id: string): Promise<HeldItem> {
  const item = await db.selectFrom('held_item').selectAll().where('id', '=', id).executeTakeFirst()
  if (item === undefined) throw new NotFound()
  return item
}

/**
 * Ends the hold, for the first staff member who decides.
 * @throws NotFound if it has ended
 */
export async function takeHeld(tx: Tx, id: string): Promise<HeldItem> {
  const item = await tx.db
    .deleteFrom('held_item')
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (item === undefined) throw new NotFound()
  return item
}

export async function isHeld(db: Db, statusId: string): Promise<boolean> {
  const row = await db
    .selectFrom('held_item')
    .select('id')
    .where('status_id', '=', statusId)
    .executeTakeFirst()
  return row !== undefined
}

/** Removes a held remote status that was deleted before a decision. */
export async function forgetHeldUri(tx: Tx, uri: string, accountId: string): Promise<void> {
  await tx.db
    .deleteFrom('held_item')
    .where('uri', '=', uri)
    .where('account_id', '=', accountId)
    .execute()
}

/** Removes held items that were deleted, or approved in another way. */
export const subscriber: Subscriber = {
  record: {
    async 'status.deleted'(tx, { statusId }) {
      await tx.db.deleteFrom('held_item').where('status_id', '=', statusId).execute()
    },
    async 'account.activated'(tx, { accountId }) {
      await forgetAccount(tx, accountId, 'account')
    },
    async 'account.deleted'(tx, { accountId }) {
      await forgetAccount(tx, accountId)
    },
  },
}

async function forgetAccount(tx: Tx, accountId: string, kind?: HeldItem['kind']): Promise<void> {
  await tx.db
    .deleteFrom('held_item')
    .where('account_id', '=', accountId)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind!))
    .execute()
}
