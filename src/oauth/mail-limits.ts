import type { FastifyRequest } from 'fastify'
import { spendKey } from '../http/rate-limits/limiter.ts'
import { addressKey } from './email-address.ts'

/**
 * Counts a mail that a stranger asks for by the address that it goes to, however that was written (A65).
 * @throws TooManyRequests
 */
export function spendMail(
  request: FastifyRequest,
  kind: 'password' | 'confirmation',
  address: string,
): void {
  // the same numbers for both kinds, counted apart
  spendKey(request, 'password_reset_email', `${kind} ${addressKey(address)}`)
}
