import type { App } from '../app.ts'
import type { Db } from '../db/database.ts'
import { idIn } from '../db/id-in.ts'
import { BEFORE_ALL_IDS } from '../ids.ts'
import type { JobHandlers } from '../jobs/handlers.ts'
import type { Subscriber } from '../subscriber.ts'
import type { Tx } from '../transact.ts'
import { removeFollow, removeFollowRequest } from './follows.ts'
import type { FollowKind, Pair } from './queries.ts'
import { recordSevered, type Severance, tellSevered } from './severances.ts'

const SEVER = 'relationships.sever'

/** follows in one transaction: each has events of its own */
const FOLLOWS_AT_ONCE = 100

type Side = 'account_id' | 'target_id'

/** Which follows end. */
interface Cut {
  /** of other servers, on either side */
  accountIds: string[]
  /** what people here are told; null: nothing */
  severance: Severance | null
  /** whether the other server is told, as the side that lives here ended it */
  tells: boolean
}

/** Ends all follows to and from remote accounts that are gone, or suspended here or with their domain. */
export const subscriber: Subscriber = {
  record: {
    async 'accounts.suspended'(tx, { accountIds, domain, severanceId: id }) {
      const severance: Severance = { id, type: 'domain_block', targetName: domain }
      enqueueSever(tx, { accountIds, severance, tells: true })
    },
    async 'account.suspended'(tx, { accountId }) {
      const account = await findRemote(tx.db, accountId)
      // its own server did that, and knows who follows
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
      // jobs from before named accounts only
      const cut = { severance: null, tells: false, ...payload } as unknown as Cut
      await severAll(app, cut)
      if (cut.severance !== null) await tellAll(app, cut.severance.id)
    },
  },
}

/** Ends the follows of remote accounts that staff remove: their servers are told, people here are not. */
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

async function tellAll(app: App, severanceId: string): Promise<void> {
  for (let after: string | null = BEFORE_ALL_IDS; after !== null; ) {
    const from: string = after
    after = await app.transact((tx) => tellSevered(tx, severanceId, from))
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
 * One at a time, so that home timelines, notifications and digests hear of each.
 * @returns how many went; fewer than `FOLLOWS_AT_ONCE` means that none is left
 */
async function severSome(tx: Tx, kind: FollowKind, side: Side, cut: Cut): Promise<number> {
  const rows = await pairsOf(tx.db, kind, side, cut)
  // the other side's server is told by the one that lives here
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
