import { signal } from '@preact/signals'
import { api } from '../shared/api.ts'

/** Counts of items that wait for the staff; null where the role may not see them. */
export interface Overview {
  pending_users: number | null
  open_reports: number | null
  pending_appeals: number | null
  pending_tags: number | null
  pending_links: number | null
  pending_statuses: number | null
  held_items: number | null
  parked_jobs: number | null
  undelivered_hosts: number | null
  /** things about the server that the operator has to see to */
  health_problems: number | null
}

/** null until it is read; empty if it cannot be */
export const overview = signal<Partial<Overview> | null>(null)

/** Counts again: after something was decided, and when the person comes back to the page. */
export async function refreshOverview(): Promise<void> {
  try {
    overview.value = await api.get<Overview>('/api/rookery/v1/admin/overview')
  } catch {
    overview.value ??= {}
    // the numbers are a help beside the pages, which say themselves what does not work
  }
}

export function waitingIn(names: readonly (keyof Overview)[] = []): number {
  return names.reduce((sum, name) => sum + (overview.value?.[name] ?? 0), 0)
}
