import { Unprocessable } from '../../kernel/base/errors.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'
import { prepared } from '../../kernel/db/prepared.ts'
import { locked } from '../../kernel/db/row-locks.ts'
import { storableJson } from '../../kernel/text/storable.ts'

/** maximum of bytes of JSON */
export const WEB_SETTINGS_SIZE = 64 * 1024

/** A user's settings of the web client, under names that only the client knows. */
export type WebSettings = Record<string, unknown>

const settingsOf = prepared((db, p: { accountId: string }) =>
  db.selectFrom('web_setting').select('data').where('account_id', '=', p.accountId),
)

/** @returns an empty record if nothing is stored */
export async function findWebSettings(db: Db, accountId: string): Promise<WebSettings> {
  const [row] = await settingsOf(db, { accountId })
  return row?.data ?? {}
}

/**
 * Replaces all stored settings.
 * @throws Unprocessable if they are too large
 */
export async function saveWebSettings(
  tx: Tx,
  accountId: string,
  settings: WebSettings,
): Promise<void> {
  const data = storableJson(settings)
  if (Buffer.byteLength(data) > WEB_SETTINGS_SIZE) {
    throw new Unprocessable(`The settings are too large (maximum is ${WEB_SETTINGS_SIZE} bytes)`)
  }
  await tx.db
    .insertInto('web_setting')
    .values({ account_id: accountId, data })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ data }))
    .execute()
}

/**
 * Replaces the settings of the names given and keeps the others.
 * @throws Unprocessable if all of them together are too large
 */
export async function changeWebSettings(
  tx: Tx,
  accountId: string,
  changes: WebSettings,
): Promise<void> {
  // two first changes at once wait for each other, too
  await tx.db
    .insertInto('web_setting')
    .values({ account_id: accountId, data: '{}' })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .execute()
  const { data } = await locked(
    tx.db,
    tx.db.selectFrom('web_setting').select('data').where('account_id', '=', accountId),
  ).executeTakeFirstOrThrow()
  await saveWebSettings(tx, accountId, { ...data, ...changes })
}
