import { sql } from 'kysely'
import { BEFORE_ALL_IDS } from '../../kernel/base/ids.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'
import { prepared } from '../../kernel/db/prepared.ts'
import type { JobHandlers } from '../../kernel/jobs/handlers.ts'
import { type AboutStatus, findAboutStatus } from './about-status.ts'
import { notify } from './notify.ts'
import { deleteUpdates } from './queries.ts'

/** Recipients per transaction; a job notifies the rest (at most 500 rows a transaction). */
const CHUNK = 500

interface Member {
  account_id: string
  /** the start of the next chunk */
  cursor: string
  /** it is not told */
  skip?: boolean
}

const watchersOf = prepared((db, p: { accountId: string; after: string; limit: number }) =>
  db
    .selectFrom('follow')
    .where('target_id', '=', p.accountId)
    .where('id', '>', p.after)
    .where(sql<boolean>`notify`)
    .orderBy('id')
    .limit(p.limit)
    .select(['account_id', 'id as cursor', 'languages']),
)

const rebloggersOf = prepared((db, p: { statusId: string; after: string; limit: number }) =>
  db
    .selectFrom('status')
    .where('reblog_of_id', '=', p.statusId)
    .where('id', '>', p.after)
    .where(sql<boolean>`local`)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(p.limit)
    .select(['account_id', 'id as cursor']),
)

const votersOf = prepared((db, p: { pollId: string; after: string; limit: number }) =>
  db
    .selectFrom('poll_vote')
    .where('poll_id', '=', p.pollId)
    .where('account_id', '>', p.after)
    .groupBy('account_id')
    .orderBy('account_id')
    .limit(p.limit)
    .select(['account_id', 'account_id as cursor']),
)

/** Recipients of notifications about a status, besides the accounts that it mentions. */
const AUDIENCES = {
  /** followers who enabled notifications for the author's posts, in a language they read (S-283) */
  async status(db: Db, status: AboutStatus, after: string) {
    const rows = await watchersOf(db, { accountId: status.account_id, after, limit: CHUNK })
    return rows.map((row) => ({ ...row, skip: !readsLanguage(row.languages, status.language) }))
  },
  async update(db: Db, status: AboutStatus, after: string) {
    return rebloggersOf(db, { statusId: status.id, after, limit: CHUNK })
  },
  async poll(db: Db, status: AboutStatus, after: string): Promise<Member[]> {
    if (status.poll_id === null) return []
    const voters = await votersOf(db, { pollId: status.poll_id, after, limit: CHUNK })
    const author = { account_id: status.account_id, cursor: BEFORE_ALL_IDS }
    return after === BEFORE_ALL_IDS ? [author, ...voters] : voters
  },
} satisfies Record<string, (db: Db, status: AboutStatus, after: string) => Promise<Member[]>>

export type AudienceName = keyof typeof AUDIENCES

/** The first 500 of the audience of a status; for `preload` and `record`. */
export function firstAudience(tx: Tx, type: AudienceName, status: AboutStatus): Promise<Member[]> {
  return tx.recall(`notified: ${type} ${status.id}`, () =>
    AUDIENCES[type](tx.db, status, BEFORE_ALL_IDS),
  )
}

/** Notifies the audience of a status: the first 500 in this transaction, the others by a job. */
export async function notifyAudience(
  tx: Tx,
  type: AudienceName,
  status: AboutStatus,
): Promise<void> {
  await notifyMembers(tx, type, status, await firstAudience(tx, type, status))
}

async function notifyMembers(
  tx: Tx,
  type: AudienceName,
  status: AboutStatus,
  members: readonly Member[],
): Promise<void> {
  const ids = [...new Set(members.filter((one) => !one.skip).map((one) => one.account_id))]
  const notice = { type, fromId: status.account_id, statusId: status.id }
  if (type === 'update') await deleteUpdates(tx.db, status.id, ids)
  await notify(tx, { ...notice, conversationId: status.conversation_id }, ids)
  const last = members.at(-1)
  if (last === undefined || members.length < CHUNK) return
  tx.enqueue({ kind: NEXT, payload: { type, statusId: status.id, after: last.cursor } })
}

function readsLanguage(languages: readonly string[] | null, language: string | null): boolean {
  return languages === null || language === null || languages.includes(language)
}

const NEXT = 'notifications.fan_out'

export const audienceJobs: JobHandlers = {
  [NEXT]: {
    async run(app, payload) {
      const next = payload as { type: AudienceName; statusId: string; after: string }
      await app.transact(async (tx) => {
        const status = await findAboutStatus(tx.db, next.statusId)
        if (status === null) return
        const members = await AUDIENCES[next.type](tx.db, status, next.after)
        await notifyMembers(tx, next.type, status, members)
      })
    },
  },
}
