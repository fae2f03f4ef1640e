import type { Status } from '../../shared/entities/api.ts'
import { viewer } from '../../shared/session.ts'

/** Where a status stands: which filters apply. */
export type Context = 'home' | 'notifications' | 'public' | 'thread' | 'account'

/** What the person's filters say of a status at a place. */
export interface Verdict {
  action: 'hide' | 'warn' | 'blur'
  /** of the filters that match */
  titles: readonly string[]
}

/**
 * Every filter that matches is in the status, whatever its context (S-113): the strictest of those that apply
 * here counts. What people write themselves is never filtered (S-116).
 */
export function verdictOf(status: Status, context: Context): Verdict | null {
  if (viewer === null || status.account.id === viewer.account_id) return null
  const filters = (status.filtered ?? [])
    .map(({ filter }) => filter)
    .filter((filter) => filter.context.includes(context))
  const action = (['hide', 'warn', 'blur'] as const).find((wanted) =>
    filters.some(({ filter_action }) => filter_action === wanted),
  )
  if (action === undefined) return null
  const titles = filters
    .filter(({ filter_action }) => filter_action === action)
    .map(({ title }) => title)
  return { action, titles }
}

/** Whether a list has to leave a status out. */
export const isHidden = (status: Status, context: Context): boolean =>
  verdictOf(status, context)?.action === 'hide'
