import type { Account } from '../../shared/entities/api.ts'

/** The server that somebody is on; null for this one. */
export function domainOf({ acct }: Pick<Account, 'acct'>): string | null {
  return acct.split('@')[1] ?? null
}
