import type { Selectable } from 'kysely'
import { NotFound, ValidationFailed } from '../../../../kernel/base/errors.ts'
import type { Tx } from '../../../../kernel/core/tx.ts'
import type { Db } from '../../../../kernel/db/database.ts'
import { canonicalDomain, coveringNames } from '../../../instance/domain-policy.ts'
import type { EmailDomainBlockTable } from '../../tables.ts'

export type EmailDomainBlock = Selectable<EmailDomainBlockTable>

const HOST = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)(?:\.[a-z0-9-]{1,63})*$/

/**
 * Blocks sign-ups with e-mail addresses of a domain and its subdomains, and of domains whose mail
 * server (MX) is there.
 *
 * @param domain as typed
 * @throws ValidationFailed if it is no domain, or blocked already (S-185)
 */
export async function blockEmailDomain(
  tx: Tx,
  domain: string,
  allowWithApproval: boolean,
): Promise<EmailDomainBlock> {
  const added = await tx.db
    .insertInto('email_domain_block')
    .values({
      id: tx.newId(),
      domain: readEmailDomain(domain),
      allow_with_approval: allowWithApproval,
      created_at: tx.now,
    })
    .onConflict((conflict) => conflict.column('domain').doNothing())
    .returningAll()
    .executeTakeFirst()
  if (added === undefined) throw new ValidationFailed('Domain has already been taken')
  return added
}

function readEmailDomain(text: string): string {
  const name = text.trim().replace(/^@/, '')
  if (name === '') throw new ValidationFailed("Domain can't be blank")
  const domain = canonicalDomain(name)
  if (!HOST.test(domain)) throw new ValidationFailed('Domain is not a valid domain name')
  return domain
}

/** @throws NotFound */
export async function getEmailDomainBlock(db: Db, id: string): Promise<EmailDomainBlock> {
  const row = await db
    .selectFrom('email_domain_block')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) throw new NotFound()
  return row
}

/** @throws NotFound */
export async function unblockEmailDomain(tx: Tx, id: string): Promise<EmailDomainBlock> {
  const row = await tx.db
    .deleteFrom('email_domain_block')
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) throw new NotFound()
  return row
}

/** The blocks that cover any of these hosts. */
export function emailDomainBlocksOf(db: Db, hosts: readonly string[]): Promise<EmailDomainBlock[]> {
  const names = [...new Set(hosts.flatMap(coveringNames))]
  return db.selectFrom('email_domain_block').selectAll().where('domain', 'in', names).execute()
}
