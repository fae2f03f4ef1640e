import { HOUR } from '../base/durations.ts'
import { findDirectory } from './account.ts'
import { certificateId } from './certificate-id.ts'
import { objectIn } from './documents.ts'
import { retryAfter } from './retry-after.ts'
import type { Transport } from './transport.ts'

/** When an authority would like a certificate to be renewed, in ms since 1970. */
export interface RenewalInfo {
  window: { start: number; end: number }
  /** when to ask again, as the authority may change its mind: it has to revoke, or has much to do */
  askAgainAt: number
}

/** ms; an authority that names more or less is asked at these */
const LEAST_PAUSE = HOUR
const LONGEST_PAUSE = 24 * HOUR
const USUAL_PAUSE = 6 * HOUR

/**
 * @param chain PEM
 * @returns null if the authority has no opinion
 * @throws AuthorityAway
 * @see https://www.rfc-editor.org/rfc/rfc9773#section-4
 */
export async function findRenewalInfo(
  transport: Transport,
  chain: string,
  now: number,
): Promise<RenewalInfo | null> {
  const { renewalInfo } = await findDirectory(transport)
  const id = certificateId(chain)
  if (renewalInfo === null || id === null) return null
  const answer = await transport.send('GET', `${renewalInfo.replace(/\/$/, '')}/${id}`)
  if (answer.status !== 200) return null
  const { suggestedWindow } = objectIn(answer.text)
  const { start, end } = (suggestedWindow ?? {}) as { start?: unknown; end?: unknown }
  const window = { start: Date.parse(String(start)), end: Date.parse(String(end)) }
  // also where one of them is no time
  if (!(window.start < window.end)) return null
  const wanted = (retryAfter(answer, now) ?? now + USUAL_PAUSE) - now
  const askAgainAt = now + Math.min(Math.max(wanted, LEAST_PAUSE), LONGEST_PAUSE)
  return { window, askAgainAt }
}
