import { BEFORE_ALL_IDS } from '../../kernel/base/ids.ts'
import type { App } from '../../kernel/core/app.ts'
import type { Subscriber } from '../../kernel/core/subscriber.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'
import { idIn } from '../../kernel/db/id-in.ts'
import type { JobHandlers } from '../../kernel/jobs/handlers.ts'
import { removeFollow, removeFollowRequest } from './follows.ts'
import type { FollowKind, Pair } from './queries.ts'
import { notifySevered, recordSevered, type Severance } from './severances.ts'

const SEVER = 'relationships.sever'

/** follows per transaction: each has events of its own */
const FOLLOWS_AT_ONCE = 10

type Side = 'account_id' | 'target_id'

/** A set of follows to end. */
interface Cut {
  /** remote accounts, on either side */
  accountIds: string[]
  /** the decision that local accounts are notified of; null: no notification */
  severance: Severance | null
  /** whether the other server gets an Undo or Reject, as the local side ended the follow */
  tells: boolean
}

/**
 * Ends all follows to and from remote accounts that are gone, or suspended here individually or by
 * domain.
 */
export const subscriber: Subscriber = {
  record: {
    async 'accounts.suspended'(tx, { accountIds, domain, severanceId: id }) {
      const severance: Severance = { id, type: 'domain_block', targetName: domain }
      enqueueSever(tx, { accountIds, severance, tells: true })
    },
    async 'account.suspended'(tx, { accountId }) {
      const account = await findRemote(tx.db, accountId)
      // suspended by its own server, which knows the follows
      if (account === null || account.suspended_by_origin) return
      const targetName = `${account.username}@${account.domain}`
      const severance: Severance = { id: tx.newId(), type: 'account_suspension', targetName }
      enqueueSever(tx, { accountIds: [accountId], severance, tells: true })
    },
    async 'account.deleted'(tx, { accountId }) {
      if ((await findRemote(tx.db, accountId)) === null) return
      enqueueSever(tx, { accountIds: [accountId], severance: null, tells: false })
    },
  },
}

export const jobs: JobHandlers = {
  [SEVER]: {
    async run(app, payload) {
      // older jobs contain only account ids
      const cut = { severance: null, tells: false, ...payload } as unknown as Cut
      await severAll(app, cut)
      if (cut.severance !== null) await notifyAll(app, cut.severance.id)
    },
  },
}

/**
 * Ends the follows of remote accounts that staff remove: their servers get an activity, local
 * accounts no notification.
 */
export async function severRemoved(app: App, accountIds: string[]): Promise<void> {
  await severAll(app, { accountIds, severance: null, tells: true })
}

async function severAll(app: App, cut: Cut): Promise<void> {
  for (const kind of ['follow', 'follow_request'] as const) {
    for (const side of ['account_id', 'target_id'] as const) {
      while ((await app.transact((tx) => severSome(tx, kind, side, cut))) === FOLLOWS_AT_ONCE);
    }
  }
}

async function notifyAll(app: App, severanceId: string): Promise<void> {
  for (let after: string | null = BEFORE_ALL_IDS; after !== null; ) {
    const from: string = after
    after = await app.transact((tx) => notifySevered(tx, severanceId, from))
  }
}

function enqueueSever(tx: Tx, cut: Cut): void {
  tx.enqueue({ kind: SEVER, payload: { ...cut } })
}

async function findRemote(db: Db, accountId: string) {
  const row = await db
    .selectFrom('account')
    .select(['username', 'domain', 'suspended_by_origin'])
    .where('id', '=', accountId)
    .where('domain', 'is not', null)
    .executeTakeFirst()
  return row ?? null
}

/**
 * Removes follows one at a time, so that home timelines, notifications and digests get each event.
 * @returns the number of removed follows; fewer than `FOLLOWS_AT_ONCE` means that none is left
 */
async function severSome(tx: Tx, kind: FollowKind, side: Side, cut: Cut): Promise<number> {
  const rows = await pairsOf(tx.db, kind, side, cut)
  // the local side sends the activity to the other side's server
  const ownSide = otherSide(side)
  for (const { accountId, targetId } of rows) {
    const pair = { accountId, targetId }
    const by = cut.tells ? (ownSide === 'account_id' ? accountId : targetId) : null
    if (kind === 'follow_request') await removeFollowRequest(tx, pair, by)
    else await severFollow(tx, pair, by, { ownSide, severance: cut.severance })
  }
  return rows.length
}

async function severFollow(
  tx: Tx,
  pair: Pair,
  by: string | null,
  { ownSide, severance }: { ownSide: Side; severance: Severance | null },
): Promise<void> {
  const follow = await removeFollow(tx, pair, by)
  if (follow === null || severance === null) return
  const direction = ownSide === 'account_id' ? 'following' : 'followers'
  await recordSevered(tx, severance, follow, direction)
}

function otherSide(side: Side): Side {
  return side === 'account_id' ? 'target_id' : 'account_id'
}

async function pairsOf(db: Db, kind: FollowKind, side: Side, { accountIds }: Cut): Promise<Pair[]> {
  return db
    .selectFrom(kind)
    .select(['account_id as accountId', 'target_id as targetId'])
    .where(idIn(db, side, accountIds))
    .limit(FOLLOWS_AT_ONCE)
    .execute()
}
