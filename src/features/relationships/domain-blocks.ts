import type { Config } from '../../kernel/base/config.ts'
import { ValidationFailed } from '../../kernel/base/errors.ts'
import { BEFORE_ALL_IDS } from '../../kernel/base/ids.ts'
import type { App } from '../../kernel/core/app.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'
import { lockRow } from '../../kernel/db/expressions.ts'
import { preparedPage } from '../../kernel/db/pagination.ts'
import type { JobHandlers } from '../../kernel/jobs/handlers.ts'
import { normalizeHost } from '../accounts/handles.ts'
import { removeFollow, removeFollowRequest } from './follows.ts'
import type { FollowKind, Pair } from './queries.ts'
import { type Direction, notifySevered, recordSevered, type Severance } from './severances.ts'

/** maximum of characters of a domain (RFC 1035) */
const LONGEST = 253
const SEVER = 'relationships.sever_domain'
/** follows per transaction: each has events of its own */
const FOLLOWS_AT_ONCE = 100

/**
 * A typed domain in the form that accounts store.
 *
 * @throws ValidationFailed if it is no domain, or this server's own
 */
export function readBlockedDomain(
  config: Pick<Config, 'domain' | 'handleDomain'>,
  text: string,
): string {
  if (text.trim() === '') throw new ValidationFailed("Domain can't be blank")
  const domain = normalizeHost(text.trim())
  if (domain === null || domain.length > LONGEST || !/^[a-z0-9._:[\]-]+$/.test(domain)) {
    throw new ValidationFailed('Domain is not a valid domain name')
  }
  if (domain === config.domain || domain === config.handleDomain) {
    throw new ValidationFailed('Domain is the one of this server')
  }
  return domain
}

/**
 * Hides a domain from an account: a job ends follows and requests between the account and that
 * domain, in both directions. Doing it again changes nothing.
 *
 * @param domain normalised
 * @see https://docs.joinmastodon.org/methods/domain_blocks/#block
 */
export async function blockDomain(tx: Tx, accountId: string, domain: string): Promise<void> {
  // the job sees follows made until now; later follows see the block
  await lockRow(tx.db, 'account', accountId)
  await tx.beforeRelationsChange(accountId)
  const blockId = tx.newId()
  const added = await tx.db
    .insertInto('account_domain_block')
    .values({ id: blockId, account_id: accountId, domain, created_at: tx.now })
    .onConflict((conflict) => conflict.columns(['account_id', 'domain']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added === undefined) return
  tx.enqueue({ kind: SEVER, payload: { blockId, accountId, domain } })
  tx.emit({ type: 'account_domain.blocked', blockId, accountId, domain })
}

/** Does nothing if there is no such block; ended follows do not come back. */
export async function unblockDomain(tx: Tx, accountId: string, domain: string): Promise<void> {
  await tx.beforeRelationsChange(accountId)
  await tx.db
    .deleteFrom('account_domain_block')
    .where('account_id', '=', accountId)
    .where('domain', '=', domain)
    .execute()
}

/** The domains that an account blocks. */
export const pageOfDomainBlocks = preparedPage(
  'account_domain_block.id',
  (db, p: { accountId: string }) =>
    db
      .selectFrom('account_domain_block')
      .where('account_id', '=', p.accountId)
      .select(['id', 'domain']),
)

/** Number of follows that a domain block would end. */
export async function countTies(
  db: Db,
  accountId: string,
  domain: string,
): Promise<{ following_count: number; followers_count: number }> {
  const count = async (own: Side) => {
    const { many } = await tiesOf(db, 'follow', own, { accountId, domain })
      .select((eb) => eb.fn.countAll<number>().as('many'))
      .executeTakeFirstOrThrow()
    return many
  }
  return { following_count: await count('account_id'), followers_count: await count('target_id') }
}

/** the side of a follow that the account is on */
type Side = 'account_id' | 'target_id'

function tiesOf(db: Db, kind: FollowKind, own: Side, of: { accountId: string; domain: string }) {
  const other: Side = own === 'account_id' ? 'target_id' : 'account_id'
  return db
    .selectFrom(`${kind} as tie` as 'follow as tie')
    .innerJoin('account', 'account.id', `tie.${other}`)
    .where(`tie.${own}`, '=', of.accountId)
    .where('account.domain', '=', of.domain)
}

interface Block {
  blockId: string
  accountId: string
  domain: string
}

export const jobs: JobHandlers = {
  [SEVER]: { run: (app, payload) => sever(app, payload as unknown as Block) },
}

/**
 * Ends follows and requests in both directions, as the account itself would: followers get a
 * Reject, so that their server knows. A block that was removed meanwhile ends no further follows.
 */
async function sever(app: App, block: Block): Promise<void> {
  for (const kind of ['follow_request', 'follow'] as const) {
    for (const own of ['account_id', 'target_id'] as const) {
      let after: string | null = BEFORE_ALL_IDS
      while (after !== null) after = await severSome(app, block, { kind, own, after })
    }
  }
  await app.transact((tx) => notifySevered(tx, block.blockId, BEFORE_ALL_IDS))
}

/** @returns the cursor of the next chunk, or null if none is left */
async function severSome(
  app: App,
  block: Block,
  { kind, own, after }: { kind: FollowKind; own: Side; after: string },
): Promise<string | null> {
  // finding a few among many followers is slow
  const ties = await tiesOf(app.slowDb, kind, own, block)
    .where('tie.id', '>', after)
    .orderBy('tie.id')
    .limit(FOLLOWS_AT_ONCE)
    .select(['tie.id', 'tie.account_id as accountId', 'tie.target_id as targetId'])
    .execute()
  if (ties.length === 0) return null
  await app.transact(async (tx) => {
    if (await isBlocked(tx.db, block)) await endTies(tx, block, kind, ties)
  })
  return ties.length < FOLLOWS_AT_ONCE ? null : ties.at(-1)!.id
}

async function isBlocked(db: Db, { blockId }: Block): Promise<boolean> {
  const row = await db
    .selectFrom('account_domain_block')
    .select('id')
    .where('id', '=', blockId)
    .executeTakeFirst()
  return row !== undefined
}

/** One per block, also if the job runs twice. */
function severanceOf({ blockId, domain }: Block): Severance {
  return { id: blockId, type: 'user_domain_block', targetName: domain }
}

function directionOf({ accountId }: Block, pair: Pair): Direction {
  return pair.accountId === accountId ? 'following' : 'followers'
}

async function endTies(tx: Tx, block: Block, kind: FollowKind, ties: readonly Pair[]) {
  const remove = kind === 'follow' ? removeFollow : removeFollowRequest
  for (const { accountId, targetId } of ties) {
    const pair = { accountId, targetId }
    const tie = await remove(tx, pair, block.accountId)
    if (tie === null || kind === 'follow_request') continue
    await recordSevered(tx, severanceOf(block), tie, directionOf(block, pair))
  }
}
