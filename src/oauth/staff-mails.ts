import type { App } from '../app.ts'
import { writeAudit } from '../audit/log.ts'
import type { Db } from '../db/database.ts'
import { idIn } from '../db/id-in.ts'
import type { Permission } from '../http/permissions.ts'
import { loadSettings } from '../instance/settings.ts'
import type { JobHandlers } from '../jobs/handlers.ts'
import { rolesThatCan } from '../roles/roles.ts'
import type { Tx } from '../transact.ts'
import { enqueueMail } from './mail-queue.ts'
import { isWave } from './sign-up-flood.ts'

/** people who get the mail */
const MOST = 50

/**
 * Queues a mail about somebody who waits for approval to everybody who may give it; while very many sign
 * up, they are told of that instead.
 */
export async function tellStaff(tx: Tx, accountId: string): Promise<void> {
  const { 'registrations.wave_limit': limit } = await loadSettings(tx.db)
  if (await isWave(tx, limit)) return tellOfWave(tx)
  const staff = await loadStaff(tx.db, 'manageUsers')
  for (const userId of staff) enqueueMail(tx, { template: 'pending', userId, accountId })
}

/** Ids of users who may do something and get mail about it. */
export async function loadStaff(db: Db, permission: Permission): Promise<string[]> {
  const entitled = await rolesThatCan(db, permission)
  const staff = await db
    .selectFrom('local_user')
    .innerJoin('account', 'account.id', 'local_user.account_id')
    .select('local_user.id')
    .where(idIn(db, 'local_user.role_id', entitled))
    .where('local_user.disabled', '=', false)
    .where('local_user.confirmed_at', 'is not', null)
    .where('account.suspended_at', 'is', null)
    .limit(MOST)
    .execute()
  return staff.map(({ id }) => id)
}

const TELL_OF_WAVE = 'sign_ups.tell_of_wave'
/** row of `setting`: when the staff was told last, in ms since 1970 */
const TOLD_ROW = 'sign_ups.wave_told_at'
/** ms that have to pass before they are told again */
const QUIET = 86_400_000

/** Tells the staff that very many people sign up, once a day. A job does, as many sign up at once then. */
export function tellOfWave(tx: Tx): void {
  tx.enqueue({ kind: TELL_OF_WAVE, payload: {}, uniqueKey: 'staff' })
}

export const staffMailJobs: JobHandlers = {
  [TELL_OF_WAVE]: { run: (app) => mailOfWave(app) },
}

async function mailOfWave(app: App): Promise<void> {
  await app.transact(async (tx) => {
    const told = await tx.db
      .selectFrom('setting')
      .select('value')
      .where('name', '=', TOLD_ROW)
      .executeTakeFirst()
    if (told !== undefined && Number(told.value) > tx.now - QUIET) return
    const value = JSON.stringify(tx.now)
    await tx.db
      .insertInto('setting')
      .values({ name: TOLD_ROW, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute()
    const { 'registrations.wave_limit': limit } = await loadSettings(tx.db)
    const target = { type: 'setting', id: null, label: 'registrations.wave_limit' }
    await writeAudit(tx, null, { action: 'hold_sign_ups', target, details: { limit } })
    for (const userId of await loadStaff(tx.db, 'manageUsers')) {
      enqueueMail(tx, { template: 'sign_up_wave', userId, limit })
    }
  })
}
