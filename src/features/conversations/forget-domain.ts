import { BEFORE_ALL_IDS } from '../../kernel/base/ids.ts'
import type { App } from '../../kernel/core/app.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import { idIn } from '../../kernel/db/id-in.ts'
import type { JobHandlers } from '../../kernel/jobs/handlers.ts'
import { participantIds } from './participants.ts'

const FORGET = 'conversations.forget_domain'
const ROWS_AT_ONCE = 500

interface Block {
  accountId: string
  domain: string
}

/** Enqueues the removal of an account's conversations with accounts of a domain. */
export function enqueueForgetDomain(tx: Tx, { accountId, domain }: Block): void {
  tx.enqueue({ kind: FORGET, payload: { accountId, domain } })
}

export const jobs: JobHandlers = {
  [FORGET]: { run: (app, payload) => forgetDomain(app, payload as unknown as Block) },
}

async function forgetDomain(app: App, block: Block): Promise<void> {
  let after: string | null = BEFORE_ALL_IDS
  while (after !== null) after = await forgetSome(app, block, after)
}

/** @returns the next cursor, or null at the end */
async function forgetSome(app: App, { accountId, domain }: Block, after: string) {
  const rows = await app.db
    .selectFrom('account_conversation')
    .select(['id', 'participants'])
    .where('account_id', '=', accountId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(ROWS_AT_ONCE)
    .execute()
  const everybody = new Set(rows.flatMap((row) => participantIds(row.participants)))
  const there = await app.db
    .selectFrom('account')
    .select('id')
    .where(idIn(app.db, 'id', [...everybody]))
    .where('domain', '=', domain)
    .execute()
  const unwanted = new Set(there.map((row) => row.id))
  const isWithUnwanted = (text: string) => participantIds(text).some((id) => unwanted.has(id))
  const ids = rows.filter((row) => isWithUnwanted(row.participants)).map((row) => row.id)
  await app.transact((tx) =>
    tx.db
      .deleteFrom('account_conversation')
      .where(idIn(tx.db, 'id', ids))
      .execute(),
  )
  return rows.length < ROWS_AT_ONCE ? null : rows.at(-1)!.id
}
