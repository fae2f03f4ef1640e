import { sql } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'
import { idIn } from '../../kernel/db/id-in.ts'
import { prepared } from '../../kernel/db/prepared.ts'
import { inForce } from './predicates.ts'

/** The reason why an account does not want to see another. */
export type BlockReason = 'muted' | 'domain_blocked' | 'blocked'

interface Asked {
  accountId: string
  ids: readonly string[]
}

interface AskedNow extends Asked {
  /** ms since 1970 */
  now: number
}

/** The accounts among `ids` that the account blocks. */
function selectBlocked(db: Db, p: Asked) {
  return db
    .selectFrom('block')
    .select('block.target_id as id')
    .where('block.account_id', '=', p.accountId)
    .where(idIn(db, 'block.target_id', p.ids))
}

/** The accounts among `ids` that block the account. */
function selectBlockers(db: Db, p: Asked) {
  return db
    .selectFrom('block')
    .select('block.account_id as id')
    .where('block.target_id', '=', p.accountId)
    .where(idIn(db, 'block.account_id', p.ids))
}

/** The accounts among `ids` whose domain the account blocks. */
function selectDomainBlocked(db: Db, p: Asked) {
  return db
    .selectFrom('account_domain_block')
    .innerJoin('account', 'account.domain', 'account_domain_block.domain')
    .select('account.id as id')
    .where('account_domain_block.account_id', '=', p.accountId)
    .where(idIn(db, 'account.id', p.ids))
}

/** The accounts among `ids` that the account mutes. */
function selectMuted(db: Db, p: AskedNow) {
  return db
    .selectFrom('mute')
    .select('mute.target_id as id')
    .where('mute.account_id', '=', p.accountId)
    .where(idIn(db, 'mute.target_id', p.ids))
    .where(inForce(p.now))
}

const blocked = prepared(selectBlocked)

const blockers = prepared(selectBlockers)

const shutOff = prepared((db, p: Asked) =>
  selectBlocked(db, p).union(selectBlockers(db, p)).union(selectDomainBlocked(db, p)),
)

const blockReasons = prepared((db, p: AskedNow) =>
  selectMuted(db, p)
    .select(sql.lit<BlockReason>('muted').as('refusal'))
    .unionAll(
      selectDomainBlocked(db, p).select(sql.lit<BlockReason>('domain_blocked').as('refusal')),
    )
    .unionAll(selectBlocked(db, p).select(sql.lit<BlockReason>('blocked').as('refusal'))),
)

/**
 * The accounts among these that an account blocks, also by domain, or mutes, with the reason; a
 * block takes precedence over a domain block, and that over a mute.
 */
export async function loadBlockReasons(db: Db, asked: AskedNow): Promise<Map<string, BlockReason>> {
  if (asked.ids.length === 0) return new Map()
  const rows = await blockReasons(db, asked)
  const found = new Map<string, BlockReason>()
  for (const { id, refusal } of rows) {
    const known = found.get(id)
    if (known === undefined || WEIGHT[refusal] > WEIGHT[known]) found.set(id, refusal)
  }
  return found
}

const WEIGHT: Record<BlockReason, number> = { muted: 0, domain_blocked: 1, blocked: 2 }

/** The accounts among these that an account blocks individually. */
export async function loadBlocked(
  db: Db,
  accountId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  return idsOf(ids.length === 0 ? [] : await blocked(db, { accountId, ids }))
}

/** The accounts among these that block an account. */
export async function loadBlockers(
  db: Db,
  accountId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  return idsOf(ids.length === 0 ? [] : await blockers(db, { accountId, ids }))
}

/**
 * The accounts among these that a local account blocks, also by domain, or that block it: its
 * statuses neither mention them nor are sent to them (A66).
 */
export async function loadBlockedAmong(
  db: Db,
  accountId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  return idsOf(ids.length === 0 ? [] : await shutOff(db, { accountId, ids }))
}

function idsOf(rows: readonly { id: string }[]): Set<string> {
  return new Set(rows.map((row) => row.id))
}
