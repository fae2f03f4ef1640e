import type { App } from '../app.ts'
import { BEFORE_ALL_IDS } from '../ids.ts'
import type { JobHandlers } from '../jobs/handlers.ts'
import type { Tx } from '../transact.ts'

const GUARD = 'moderation.guard_files'
const DAY = 86_400_000
const FILES_AT_ONCE = 200
const ACCOUNTS_AT_ONCE = 500

/** Has the files of an account hidden, or given out again, as its state is then; others have none here. */
export function enqueueGuard(tx: Tx, accountId: string): void {
  tx.enqueue({ kind: GUARD, payload: { accountId }, uniqueKey: accountId })
}

export const jobs: JobHandlers = {
  [GUARD]: { run: (app, { accountId }) => guardFiles(app, String(accountId)) },
  // what a restored backup brought back is in sight until then
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

/** Asks again each time: what was decided meanwhile counts. */
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
