import { NotFound } from '../../kernel/base/errors.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'
import { readDomain } from './domain-names.ts'

export interface DomainAllow {
  id: string
  domain: string
  created_at: number
}

/**
 * Allows a domain in limited federation; doing it again changes nothing (S-178).
 *
 * @param domain as typed
 * @returns its id
 * @throws ValidationFailed if it is no domain, or our own
 */
export async function allowDomain(tx: Tx, domain: string): Promise<string> {
  const name = readDomain(tx.config, domain)
  const added = await tx.db
    .insertInto('domain_allow')
    .values({ id: tx.newId(), domain: name, created_at: tx.now })
    .onConflict((conflict) => conflict.column('domain').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added === undefined) return (await findDomainAllow(tx.db, name))!.id
  tx.emit({ type: 'domain.allowed', domain: name })
  return added.id
}

/**
 * Removes an allow; in limited federation this suspends the accounts of the domain (S-179).
 * @throws NotFound
 */
export async function disallowDomain(tx: Tx, id: string): Promise<void> {
  const row = await tx.db
    .deleteFrom('domain_allow')
    .where('id', '=', id)
    .returning('domain')
    .executeTakeFirst()
  if (row === undefined) throw new NotFound()
  tx.emit({ type: 'domain.disallowed', domain: row.domain })
}

/** @throws NotFound */
export async function getDomainAllow(db: Db, id: string): Promise<DomainAllow> {
  const row = await db
    .selectFrom('domain_allow')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) throw new NotFound()
  return row
}

/** @param domain canonical */
export async function findDomainAllow(db: Db, domain: string): Promise<DomainAllow | null> {
  const row = await db
    .selectFrom('domain_allow')
    .selectAll()
    .where('domain', '=', domain)
    .executeTakeFirst()
  return row ?? null
}
