import { idIn } from '../db/id-in.ts'
import type { JobHandlers } from '../jobs/handlers.ts'
import type { Subscriber } from '../subscriber.ts'
import type { Tx } from '../transact.ts'
import { removeFollow, removeFollowRequest } from './follows.ts'
import type { FollowKind } from './queries.ts'

const SEVER = 'relationships.sever'

/** follows in one transaction: each has events of its own */
const FOLLOWS_AT_ONCE = 100

/** Ends all follows to and from remote accounts that are gone or suspended with their domain. */
export const subscriber: Subscriber = {
  record: {
    async 'accounts.suspended'(tx, { accountIds }) {
      enqueueSever(tx, accountIds)
    },
    async 'account.deleted'(tx, { accountId }) {
      if (await isRemote(tx, accountId)) enqueueSever(tx, [accountId])
    },
  },
}

export const jobs: JobHandlers = {
  [SEVER]: {
    async run(app, { accountIds }) {
      const ids = accountIds as string[]
      for (const kind of ['follow', 'follow_request'] as const) {
        for (const side of ['account_id', 'target_id'] as const) {
          while ((await app.transact((tx) => severSome(tx, kind, side, ids))) === FOLLOWS_AT_ONCE);
        }
      }
    },
  },
}

function enqueueSever(tx: Tx, accountIds: readonly string[]): void {
  tx.enqueue({ kind: SEVER, payload: { accountIds } })
}

async function isRemote(tx: Tx, accountId: string): Promise<boolean> {
  const row = await tx.db
    .selectFrom('account')
    .select('id')
    .where('id', '=', accountId)
    .where('domain', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * One at a time, so that home timelines, notifications and digests hear of each. Nobody is told: their
 * server is gone, or not spoken with.
 *
 * @returns how many went; fewer than `FOLLOWS_AT_ONCE` means that none is left
 */
async function severSome(
  tx: Tx,
  kind: FollowKind,
  side: 'account_id' | 'target_id',
  ids: readonly string[],
): Promise<number> {
  const rows = await tx.db
    .selectFrom(kind)
    .select(['account_id as accountId', 'target_id as targetId'])
    .where(idIn(tx.db, side, ids))
    .limit(FOLLOWS_AT_ONCE)
    .execute()
  const remove = kind === 'follow' ? removeFollow : removeFollowRequest
  for (const pair of rows) await remove(tx, pair, null)
  return rows.length
}
