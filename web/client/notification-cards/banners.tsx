import { useEffect } from 'preact/hooks'
import type { NotificationPolicy } from '../../shared/entities/api.ts'
import { plural } from '../../shared/i18n.ts'
import { ChevronRight, Filter, Icon, UserPlus } from '../../shared/icons.tsx'
import { useGet } from '../../shared/use-resource.ts'
import { listen } from '../feed/streaming.ts'
import { pendingFollowRequests } from '../notifications/unread-counts.ts'

/** Ways to what waits for a decision, where something does. */
export function Banners() {
  const policy = useGet<NotificationPolicy>('/api/v2/notifications/policy')
  const { reload } = policy
  useEffect(() => {
    const hear = (event: string) => {
      if (event === 'notifications_merged') void reload()
    }
    return listen({ stream: 'user', params: {}, hear, catchUp: () => void reload() })
  }, [reload])
  const filtered = policy.data?.summary.pending_requests_count ?? 0
  const asking = pendingFollowRequests.value
  return (
    <>
      {asking > 0 && (
        <a class="requests-banner" href="/follow_requests">
          <Icon of={UserPlus} />
          <span>
            {plural(asking, '{n} person asks to follow you', '{n} people ask to follow you')}
          </span>
          <Icon of={ChevronRight} size={18} class="requests-banner-end" />
        </a>
      )}
      {filtered > 0 && (
        <a class="requests-banner" href="/notifications/requests">
          <Icon of={Filter} />
          <span>
            {plural(
              filtered,
              'What {n} person sent is kept back',
              'What {n} people sent is kept back',
            )}
          </span>
          <Icon of={ChevronRight} size={18} class="requests-banner-end" />
        </a>
      )}
    </>
  )
}
