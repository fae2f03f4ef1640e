import { ApiError } from '../../../shared/api-error.ts'
import { t } from '../../../shared/i18n.ts'
import { fromLocalTime } from '../../../shared/local-time.ts'

export type When = 'now' | 'later' | 'draft'

/** Values of the form. */
export interface Typed {
  text: string
  /** null where it is shown already */
  when: When | null
  /** as fields have times */
  publishAt: string
  /** of `span` only days count */
  allDay: boolean
  span: readonly [start: string, end: string] | null
}

/**
 * The body that the API takes.
 * @param now ms
 * @throws ApiError for a time to publish at that is over, which the API would take for "at once"
 */
export function readTyped(typed: Typed, now: number): Record<string, unknown> {
  const { text, when, span, allDay } = typed
  return { text, ...readSpan(span, allDay), ...schedule(when, typed.publishAt, now) }
}

/** Beginning and end as the API has them; null for what is not typed whole. */
export function readSpan(span: Typed['span'], allDay: boolean) {
  const read = (time: string) => {
    if (time === '') return null
    return allDay ? `${time}T00:00:00.000Z` : fromLocalTime(time)
  }
  const [starts_at = null, ends_at = null] = span?.map(read) ?? []
  return { starts_at, ends_at, all_day: span !== null && allDay }
}

function schedule(when: When | null, publishAt: string, now: number): Record<string, unknown> {
  if (when === null) return {}
  if (when !== 'later') return { scheduled_at: null, published: when === 'now' }
  const at = fromLocalTime(publishAt)
  if (at === null || Date.parse(at) <= now) {
    const details = { scheduled_at: t('It must be in the future') }
    throw new ApiError(422, { error: 'This time is over already', details })
  }
  return { scheduled_at: at }
}
