import type { Account } from '../../shared/entities/api.ts'
import { server } from '../../shared/session.ts'

/** The whole handle, with the server, as one gives it to others. */
export function handleOf({ acct }: Pick<Account, 'acct'>): string {
  return acct.includes('@') ? `@${acct}` : `@${acct}@${server.domain}`
}
