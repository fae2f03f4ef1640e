import { Unreachable } from '../../../kernel/base/errors.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import { lockRow } from '../../../kernel/db/expressions.ts'
import type { JobHandlers } from '../../../kernel/jobs/handlers.ts'
import { resolveAccount } from '../../accounts/remote/resolve.ts'
import { findStatus, type StatusRow } from '../queries.ts'
import { ancestorIds } from '../read/ancestors.ts'
import { insertMentions } from '../write/mentions.ts'
import { countReply, repliedTo } from '../write/store.ts'
import { MENTIONS, PARENT, type ParentPayload } from './job-kinds.ts'
import { resolveStatus } from './resolve.ts'

/**
 * Jobs that fetch a remote status's parents and mentioned accounts that were unknown when it
 * arrived.
 */
export const jobs: JobHandlers = {
  [PARENT]: {
    maxAttempts: 6,
    lapses: true,
    concurrency: 4,
    run: (app, payload) => resolveParent(app, payload as unknown as ParentPayload),
  },
  [MENTIONS]: {
    maxAttempts: 4,
    lapses: true,
    concurrency: 4,
    async run(app, { statusId, uris }) {
      await resolveMentions(app, String(statusId), uris as string[])
    },
  },
}

/** Fetches the parent of a status and enqueues a job for the parent's parent. */
async function resolveParent(app: App, payload: ParentPayload): Promise<void> {
  const { statusId, uri, ancestors } = payload
  const status = await findStatus(app.db, statusId)
  if (status === null || status.in_reply_to_id !== null) return
  const parent = await resolveStatus(app, uri, { ancestors, later: true })
  if (parent === null || parent.reblog_of_id !== null || parent.local) return
  await app.transact((tx) => putUnder(tx, statusId, parent))
}

/** levels above a parent that are searched for the status itself */
const LEVELS = 4096

/**
 * Makes a status a reply, and moves its thread into the parent's conversation. A status that the parent itself answers,
 * directly or not, stays where it is (A113).
 */
async function putUnder(tx: Tx, statusId: string, parent: StatusRow): Promise<void> {
  await lockRow(tx.db, 'status', statusId)
  const status = await findStatus(tx.db, statusId)
  if (status === null || status.in_reply_to_id !== null || parent.id === statusId) return
  if ((await ancestorIds(tx.db, parent, LEVELS)).includes(statusId)) return
  await tx.db
    .updateTable('status')
    .set((eb) => ({
      in_reply_to_id: parent.id,
      in_reply_to_account_id: repliedTo(parent, status.account_id),
      conversation_id: parent.conversation_id ?? status.conversation_id,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', statusId)
    .execute()
  countReply(tx, parent.id, status.visibility)
}

/** Unreachable accounts are retried with the job; the others are mentioned at once. */
async function resolveMentions(app: App, statusId: string, uris: readonly string[]): Promise<void> {
  let unreachable: Unreachable | null = null
  for (const uri of uris) {
    try {
      const account = await resolveAccount(app, uri)
      if (account !== null) await app.transact((tx) => nameAlso(tx, statusId, account.id))
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error
      unreachable = error
    }
  }
  if (unreachable !== null) throw unreachable
}

async function nameAlso(tx: Tx, statusId: string, accountId: string): Promise<void> {
  if ((await findStatus(tx.db, statusId)) === null) return
  await insertMentions(tx.db, statusId, [{ accountId, silent: false }])
  await tx.db
    .updateTable('status')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', statusId)
    .execute()
}
