import type { AuthorityAnswer } from './transport.ts'

/** ms since 1970 before which the authority wants no other request; null: it does not say. */
export function retryAfter({ header }: AuthorityAnswer, now: number): number | null {
  const text = header('retry-after') ?? ''
  if (/^\d{1,9}$/.test(text)) return now + Number(text) * 1000
  const time = Date.parse(text)
  return Number.isNaN(time) ? null : time
}
