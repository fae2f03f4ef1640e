import type { PushPolicy } from '../db/schema.ts'
import { Unprocessable } from '../errors.ts'
import { type Static, Type } from '../http/schema.ts'
import type { Wishes } from '../notifications/push-subscriptions.ts'
import { NOTIFICATION_TYPES } from '../notifications/types.ts'

const POLICIES: readonly PushPolicy[] = ['all', 'followed', 'follower', 'none']

/** Of which types somebody wants to be told: every one there is, from the one list (S-136). */
const Alerts = Type.Object(
  Object.fromEntries(NOTIFICATION_TYPES.map((type) => [type, Type.Optional(Type.Boolean())])),
)

export const Data = Type.Object({
  alerts: Type.Optional(Alerts),
  policy: Type.Optional(Type.String()),
})

/**
 * What somebody wants to hear of (S-491). Types that are not named are off; names that are none are
 * left out.
 *
 * @param outside the policy beside `data`, where some clients put it
 * @throws Unprocessable for a policy that is none
 */
export function readWishes(data: Static<typeof Data> | undefined, outside?: string): Wishes {
  const given = data?.policy ?? outside ?? 'all'
  const policy = POLICIES.find((known) => known === given)
  if (policy === undefined) throw new Unprocessable(`policy must be one of ${POLICIES.join(', ')}`)
  return { alerts: { ...(data?.alerts as Record<string, boolean> | undefined) }, policy }
}
