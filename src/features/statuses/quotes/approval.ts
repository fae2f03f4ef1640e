import { isForAll } from '../../../kernel/core/audience-rules.ts'
import type { QuotePolicy } from '../tables.ts'

interface Shown {
  account_id: string
  visibility: string
  quote_policy: QuotePolicy | null
}

/**
 * The accounts that may quote a status: the author's choice, or only the author unless it is public
 * or unlisted (S-336).
 */
export function effectivePolicy({
  visibility,
  quote_policy,
}: Omit<Shown, 'account_id'>): QuotePolicy {
  return isForAll({ visibility }) ? (quote_policy ?? 'nobody') : 'nobody'
}

/**
 * The member `quote_approval` of a status's JSON, starting with a comma.
 * @param viewerId null: no signed-in viewer
 * @see https://docs.joinmastodon.org/entities/QuoteApproval/
 */
export function presentQuoteApproval(
  shown: Shown,
  viewerId: string | null,
  follows: boolean,
): string {
  const policy = effectivePolicy(shown)
  if (viewerId === null) return TEXTS[policy].unknown
  const mayQuote = shown.account_id === viewerId || policy === 'public'
  if (mayQuote || (policy === 'followers' && follows)) return TEXTS[policy].automatic
  return TEXTS[policy].denied
}

const TEXTS = {
  public: textsOf(['public']),
  followers: textsOf(['followers']),
  nobody: textsOf([]),
}

function textsOf(automatic: readonly string[]) {
  const text = (current_user: string) =>
    `,"quote_approval":${JSON.stringify({ automatic, manual: [], current_user })}`
  return { automatic: text('automatic'), denied: text('denied'), unknown: text('unknown') }
}
