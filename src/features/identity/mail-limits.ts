import type { FastifyRequest } from 'fastify'
import { spendKey } from '../../kernel/http/rate-limits/limiter.ts'
import { addressKey } from './email-address.ts'

/**
 * Counts a mail that an anonymous request causes, by its normalised recipient address (A65).
 * @throws TooManyRequests
 */
export async function spendMail(
  request: FastifyRequest,
  kind: 'password' | 'confirmation',
  address: string,
): Promise<void> {
  // both kinds have the same limits, but separate counters
  await spendKey(request, 'password_reset_email', `${kind} ${addressKey(address)}`)
}
