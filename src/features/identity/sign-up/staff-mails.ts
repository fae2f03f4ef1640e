import { DAY } from '../../../kernel/base/durations.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { idIn } from '../../../kernel/db/id-in.ts'
import type { Permission } from '../../../kernel/http/permissions.ts'
import type { JobHandlers } from '../../../kernel/jobs/handlers.ts'
import { accountStays } from '../../accounts/predicates.ts'
import { writeAudit } from '../../audit/log.ts'
import { loadSettings } from '../../instance/settings.ts'
import { rolesThatCan } from '../../roles/roles.ts'
import { enqueueMail } from '../mail-queue.ts'
import { isWave } from './sign-up-flood.ts'

/** maximum of recipients */
const MOST = 50

/**
 * Enqueues a mail about a pending account to every user who may approve it; during a wave of
 * sign-ups they get one mail about the wave instead.
 */
export async function mailStaff(tx: Tx, accountId: string): Promise<void> {
  const { 'registrations.wave_limit': limit } = await loadSettings(tx.db)
  if (await isWave(tx, limit)) return mailWave(tx)
  const staff = await loadStaff(tx.db, 'manageUsers')
  for (const userId of staff) enqueueMail(tx, { template: 'pending', userId, accountId })
}

/** Ids of users who have a permission and get mails about it. */
export async function loadStaff(db: Db, permission: Permission): Promise<string[]> {
  const entitled = await rolesThatCan(db, permission)
  const staff = await db
    .selectFrom('local_user')
    .innerJoin('account', 'account.id', 'local_user.account_id')
    .select('local_user.id')
    .where(idIn(db, 'local_user.role_id', entitled))
    .where('local_user.disabled', '=', false)
    .where('local_user.confirmed_at', 'is not', null)
    .where(accountStays())
    .limit(MOST)
    .execute()
  return staff.map(({ id }) => id)
}

const TELL_OF_WAVE = 'sign_ups.tell_of_wave'
/** row of `setting`: time of the last notice to the staff, in ms since 1970 */
const TOLD_ROW = 'sign_ups.wave_told_at'
/** minimum of ms between two notices */
const QUIET = DAY

/**
 * Mails the staff about a wave of sign-ups, once a day. By a job, as many sign-ups run concurrently
 * then.
 */
export function mailWave(tx: Tx): void {
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
