import { signal } from '@preact/signals'
import { api } from '../../shared/api.ts'
import { forgetNotifications } from './feeds.ts'
import { readUnread } from './unread-counts.ts'

export type RequestDecision = 'accept' | 'dismiss'

/** whether the server is still merging accepted notifications into the list */
export const isMerging = signal(false)
/** ms */
const PAUSE = 1500

/** Takes people's notifications in, or puts them away. */
export async function decideRequests(
  ids: readonly string[],
  decision: RequestDecision,
): Promise<void> {
  await api.post(`/api/v1/notifications/requests/${decision}`, { id: ids })
  if (decision === 'accept') void followMerging()
}

/** The server moves them by and by: looks until it is done. */
async function followMerging(): Promise<void> {
  if (isMerging.peek()) return
  isMerging.value = true
  let merged = false
  for (let times = 0; times < 40 && !merged; times += 1) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE))
    merged = await api.get<{ merged: boolean }>('/api/v1/notifications/requests/merged').then(
      (answer) => answer.merged,
      () => false,
    )
  }
  isMerging.value = false
  forgetNotifications()
  await readUnread()
}
