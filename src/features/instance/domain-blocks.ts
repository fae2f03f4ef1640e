import type { Selectable } from 'kysely'
import { NotFound, Unprocessable } from '../../kernel/base/errors.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'
import { presentDomainBlock } from './domain-block-entity.ts'
import { readDomain } from './domain-names.ts'
import { coveringNames } from './domain-policy.ts'
import type { DomainBlockTable } from './tables.ts'

export type DomainBlock = Selectable<DomainBlockTable>

export const SEVERITIES = ['noop', 'silence', 'suspend'] as const

/** The changeable parts of a block; the domain cannot change. */
export type DomainBlockChoices = Omit<DomainBlock, 'id' | 'domain' | 'created_at'>

const DEFAULTS: DomainBlockChoices = {
  severity: 'silence',
  reject_media: false,
  reject_reports: false,
  obfuscate: false,
  private_comment: null,
  public_comment: null,
}

/** The domain has a block already, or a parent's block covers the new one (S-173, S-174). */
export class DomainBlockConflict extends Unprocessable {
  constructor(existing: DomainBlock, domain: string) {
    super(
      existing.domain === domain
        ? `You already have a block for ${domain}`
        : `You already have stricter limits on ${existing.domain}, which count for ${domain} too`,
      { body: { existing_domain_block: presentDomainBlock(existing) } },
    )
  }
}

/**
 * Limits exchange with a domain and its subdomains. A job applies the block to known accounts.
 *
 * @param domain as typed
 * @returns its id
 * @throws ValidationFailed if it is no domain, or our own
 * @throws DomainBlockConflict
 */
export async function blockDomain(
  tx: Tx,
  domain: string,
  choices: Partial<DomainBlockChoices> = {},
): Promise<string> {
  const block = { ...DEFAULTS, ...choices, domain: readDomain(tx.config, domain) }
  const existing = await findConflict(tx.db, block)
  if (existing !== null) throw new DomainBlockConflict(existing, block.domain)
  const id = tx.newId()
  await tx.db
    .insertInto('domain_block')
    .values({ ...block, id, created_at: tx.now })
    .execute()
  tx.emit({ type: 'domain.blocked', domain: block.domain })
  return id
}

/**
 * Changes a block; a job applies more or less severity to known accounts (S-176).
 * @throws NotFound
 */
export async function changeDomainBlock(
  tx: Tx,
  id: string,
  choices: Partial<DomainBlockChoices>,
): Promise<void> {
  const row = await tx.db
    .updateTable('domain_block')
    // assigns a column to itself, as an update must set something
    .set((eb) => ({ severity: eb.ref('severity'), ...choices }))
    .where('id', '=', id)
    .returning('domain')
    .executeTakeFirst()
  if (row === undefined) throw new NotFound()
  tx.emit({ type: 'domain.blocked', domain: row.domain })
}

/**
 * Removes a block and its effects on accounts; ended follows do not come back.
 * @throws NotFound
 */
export async function unblockDomain(tx: Tx, id: string): Promise<void> {
  const row = await tx.db
    .deleteFrom('domain_block')
    .where('id', '=', id)
    .returning('domain')
    .executeTakeFirst()
  if (row === undefined) throw new NotFound()
  tx.emit({ type: 'domain.unblocked', domain: row.domain })
}

/** @throws NotFound */
export async function getDomainBlock(db: Db, id: string): Promise<DomainBlock> {
  const row = await db
    .selectFrom('domain_block')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) throw new NotFound()
  return row
}

/** @param domain canonical; finds only the block of exactly this domain */
export async function findDomainBlock(db: Db, domain: string): Promise<DomainBlock | null> {
  const row = await db
    .selectFrom('domain_block')
    .selectAll()
    .where('domain', '=', domain)
    .executeTakeFirst()
  return row ?? null
}

type New = DomainBlockChoices & { domain: string }

async function findConflict(db: Db, block: New): Promise<DomainBlock | null> {
  const covering = await db
    .selectFrom('domain_block')
    .selectAll()
    .where('domain', 'in', coveringNames(block.domain))
    .execute()
  const [closest] = covering.sort((a, b) => b.domain.length - a.domain.length)
  if (closest === undefined) return null
  return closest.domain === block.domain || parentIsStricter(closest, block) ? closest : null
}

type Limits = Pick<DomainBlockChoices, 'severity' | 'reject_media' | 'reject_reports'>

/** Whether a parent's block is stricter, so that the new block has no effect (S-174). */
export function parentIsStricter(parent: Limits, block: Limits): boolean {
  if (block.severity === 'suspend') return false
  const order = (severity: DomainBlock['severity']) => SEVERITIES.indexOf(severity)
  if (order(parent.severity) > order(block.severity)) return true
  const lacksMedia = parent.reject_media && !block.reject_media
  const lacksReports = parent.reject_reports && !block.reject_reports
  return lacksMedia || lacksReports
}
