import { DAY } from '../../kernel/base/durations.ts'
import { BEFORE_ALL_IDS } from '../../kernel/base/ids.ts'
import type { App } from '../../kernel/core/app.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { JobHandlers } from '../../kernel/jobs/handlers.ts'

const GUARD = 'moderation.guard_files'
const FILES_AT_ONCE = 200
const ACCOUNTS_AT_ONCE = 500

/**
 * Enqueues the job that hides or restores an account's files, depending on its state then; remote
 * accounts have none.
 */
export function enqueueGuard(tx: Tx, accountId: string): void {
  tx.enqueue({ kind: GUARD, payload: { accountId }, uniqueKey: accountId })
}

export const jobs: JobHandlers = {
  [GUARD]: { run: (app, { accountId }) => guardFiles(app, String(accountId)) },
  // files restored from a backup are public until then
  'moderation.guard_all_files': { every: DAY, run: guardAll },
}

async function guardAll(app: App): Promise<void> {
  for (let after: string | null = BEFORE_ALL_IDS; after !== null; ) {
    const from: string = after
    const rows = await app.db
      .selectFrom('account_deletion_request')
      .innerJoin('account', 'account.id', 'account_deletion_request.account_id')
      .select('account.id')
      .where('account.domain', 'is', null)
      .where('account.id', '>', from)
      .orderBy('account.id')
      .limit(ACCOUNTS_AT_ONCE)
      .execute()
    await app.transact(async (tx) => {
      for (const { id } of rows) enqueueGuard(tx, id)
    })
    after = rows.length < ACCOUNTS_AT_ONCE ? null : rows.at(-1)!.id
  }
}

async function guardFiles(app: App, accountId: string): Promise<void> {
  const account = await findAccount(app, accountId)
  if (account === null) return
  const { suspended_at, ...pictures } = account
  await setHidden(app, Object.values(pictures), suspended_at !== null)
  for (let after: string | null = BEFORE_ALL_IDS; after !== null; ) {
    after = await guardSome(app, accountId, after)
  }
}

/** Reads the state again for each chunk, as it may have changed meanwhile. */
async function guardSome(app: App, accountId: string, after: string): Promise<string | null> {
  const account = await findAccount(app, accountId)
  if (account === null) return null
  const rows = await app.db
    .selectFrom('media_attachment')
    .select(['id', 'file_key', 'preview_key'])
    .where('account_id', '=', accountId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(FILES_AT_ONCE)
    .execute()
  const keys = rows.flatMap(({ file_key, preview_key }) => [file_key, preview_key])
  await setHidden(app, keys, account.suspended_at !== null)
  return rows.length < FILES_AT_ONCE ? null : rows.at(-1)!.id
}

async function setHidden(app: App, keys: readonly (string | null)[], hidden: boolean) {
  for (const key of keys) if (key !== null) await app.storage.setHidden(key, hidden)
}

async function findAccount({ db }: App, accountId: string) {
  const row = await db
    .selectFrom('account')
    .select(['suspended_at', 'avatar_key', 'avatar_static_key', 'header_key', 'header_static_key'])
    .where('id', '=', accountId)
    .where('domain', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}
