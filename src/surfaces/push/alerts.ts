import type { Wishes } from '../../features/notifications/push-subscriptions.ts'
import type { PushPolicy } from '../../features/notifications/tables.ts'
import { NOTIFICATION_TYPES } from '../../features/notifications/types.ts'
import { Unprocessable } from '../../kernel/base/errors.ts'
import { type Static, Type } from '../../kernel/http/schema.ts'

const POLICIES: readonly PushPolicy[] = ['all', 'followed', 'follower', 'none']

/** A switch for every notification type of the one list (S-136). */
const Alerts = Type.Object(
  Object.fromEntries(NOTIFICATION_TYPES.map((type) => [type, Type.Optional(Type.Boolean())])),
)

export const Data = Type.Object({
  alerts: Type.Optional(Alerts),
  policy: Type.Optional(Type.String()),
})

/**
 * Reads the alerts and the policy of a subscription request (S-491). Types that are not named are off; names that
 * are not notification types are dropped.
 *
 * @param outside the policy beside `data`, where some clients put it
 * @throws Unprocessable for an unknown policy
 */
export function readWishes(data: Static<typeof Data> | undefined, outside?: string): Wishes {
  const given = data?.policy ?? outside ?? 'all'
  const policy = POLICIES.find((known) => known === given)
  if (policy === undefined) throw new Unprocessable(`policy must be one of ${POLICIES.join(', ')}`)
  return { alerts: { ...(data?.alerts as Record<string, boolean> | undefined) }, policy }
}
