import type { Config } from '../config.ts'
import { isoDay, isoSeconds } from '../json.ts'
import { sanitizeStatusHtml } from '../text/sanitize.ts'
import { privacyPolicy } from './privacy-policy.ts'
import type { Settings } from './settings.ts'

/** When the privacy policy that comes with the server was last changed. */
const DEFAULT_POLICY_DATE = '2026-08-01T00:00:00Z'

/**
 * The operator's text, or the one that comes with the server (S-306).
 * @see https://docs.joinmastodon.org/entities/PrivacyPolicy/
 */
export function presentPrivacyPolicy(config: Config, { privacy_policy }: Settings) {
  const { content, updated_at } = privacy_policy
  if (content.trim() === '') {
    return { updated_at: DEFAULT_POLICY_DATE, content: privacyPolicy(config.handleDomain).html }
  }
  const changed = updated_at === null ? DEFAULT_POLICY_DATE : isoSeconds(updated_at)
  return { updated_at: changed, content: sanitizeStatusHtml(content) }
}

/** @see https://docs.joinmastodon.org/entities/ExtendedDescription/ */
export function presentExtendedDescription({ extended_description }: Settings) {
  const { content, updated_at } = extended_description
  return {
    updated_at: updated_at === null ? null : isoSeconds(updated_at),
    content: sanitizeStatusHtml(content),
  }
}

/**
 * The terms in force, or null if there are none.
 * @see https://docs.joinmastodon.org/entities/TermsOfService/
 */
export function presentTermsOfService({ terms_of_service }: Settings) {
  const { content, updated_at } = terms_of_service
  if (content.trim() === '') return null
  return {
    effective_date: isoDay(updated_at ?? 0),
    effective: true,
    content: sanitizeStatusHtml(content),
    succeeded_by: null,
  }
}
