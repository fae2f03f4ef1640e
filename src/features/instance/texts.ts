import type { Config } from '../../kernel/base/config.ts'
import { isoSeconds } from '../../kernel/base/json.ts'
import type { App } from '../../kernel/core/app.ts'
import { renderHtml } from '../../kernel/text/html.ts'
import type { Words } from '../../kernel/text/messages.ts'
import { sanitizeStatusHtml } from '../../kernel/text/sanitize.ts'
import { privacyPolicy } from './privacy-policy.ts'
import { type Settings, settings } from './settings.ts'
import { dayOf, dayText, findVersion, successorOf, termsDays } from './terms-versions.ts'

/** Date of the last change of the default privacy policy. */
const DEFAULT_POLICY_DATE = '2026-08-01T00:00:00Z'

/**
 * The operator's text, or the default (S-306).
 * @see https://docs.joinmastodon.org/entities/PrivacyPolicy/
 */
export function presentPrivacyPolicy(config: Config, { privacy_policy }: Settings, words: Words) {
  const { content, updated_at } = privacy_policy
  if (content.trim() === '') {
    return {
      updated_at: DEFAULT_POLICY_DATE,
      content: renderHtml(privacyPolicy(config.handleDomain), words),
    }
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
 * The terms in force, or the next ones, as in Mastodon; null if there are none.
 * @see https://docs.joinmastodon.org/entities/TermsOfService/
 */
export async function currentTerms(app: Pick<App, 'db' | 'cached' | 'clock'>) {
  const { content, updated_at } = (await app.cached.get(settings)).terms_of_service
  if (content.trim() === '') return firstTermsToCome(app)
  const terms = { content, day: dayOf(updated_at ?? 0), effective: true }
  return presentTerms(terms, await app.cached.get(termsDays))
}

async function firstTermsToCome(app: Pick<App, 'db' | 'cached' | 'clock'>) {
  const days = await app.cached.get(termsDays)
  const day = days.find((one) => one > dayOf(app.clock()))
  const version = day === undefined ? null : await findVersion(app.db, day)
  if (version === null) return null
  const { effective_day, content } = version
  return presentTerms({ content, day: effective_day, effective: false }, days)
}

/** Terms by their effective day, as ISO 8601; null if no version has that day. */
export async function termsOfDay(app: Pick<App, 'db' | 'cached' | 'clock'>, date: string) {
  const current = await currentTerms(app)
  if (current?.effective_date === date) return current
  const at = /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(date) : Number.NaN
  const version = Number.isNaN(at) ? null : await findVersion(app.db, dayOf(at))
  if (version === null) return null
  const { effective_day: day, content } = version
  const effective = day <= dayOf(app.clock())
  return presentTerms({ content, day, effective }, await app.cached.get(termsDays))
}

interface Terms {
  content: string
  day: number
  effective: boolean
}

function presentTerms({ content, day, effective }: Terms, days: readonly number[]) {
  return {
    effective_date: dayText(day),
    effective,
    content: sanitizeStatusHtml(content),
    succeeded_by: successorOf(days, day),
  }
}
