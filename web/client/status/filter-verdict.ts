import type { Status } from '../../shared/entities/api.ts'

/** Where a status stands: which filters apply. */
export type Context = 'home' | 'notifications' | 'public' | 'thread' | 'account'

/** The verdict of the person's filters on a status at a place. */
export interface Verdict {
  action: 'hide' | 'warn' | 'blur'
  /** of the filters that match */
  titles: readonly string[]
}

/**
 * Every filter that matches is in the status, whatever its context (S-113): the strictest of those that apply
 * here counts. What people write themselves is never filtered (S-116).
 * @param viewerId null for visitors, who have no filters
 */
export function verdictFor(
  viewerId: string | null,
  status: Pick<Status, 'account' | 'filtered'>,
  context: Context,
): Verdict | null {
  if (viewerId === null || status.account.id === viewerId) return null
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
