import { createHmac, timingSafeEqual } from 'node:crypto'

interface Secret {
  csrfSecret: Buffer
}

/** Path of the page that ends these mails, and of the POST that does so at once (RFC 8058). */
export const UNSUBSCRIBE_PATH = '/unsubscribe/digest'

/** Path and query of the link that lets its holder end the digests of a user, and nothing else. */
export function unsubscribePath(keys: Secret, userId: string): string {
  return `${UNSUBSCRIBE_PATH}?${new URLSearchParams({ user: userId, proof: proofOf(keys, userId) })}`
}

/** Whether the proof of a link belongs to the user that it names (A105). */
export function isUnsubscribeLink(keys: Secret, userId: string, proof: string): boolean {
  const [mine, theirs] = [proofOf(keys, userId), proof].map((text) => Buffer.from(text))
  return mine!.length === theirs!.length && timingSafeEqual(mine!, theirs!)
}

function proofOf({ csrfSecret }: Secret, userId: string): string {
  return createHmac('sha256', csrfSecret).update(`end digests of ${userId}`).digest('base64url')
}
