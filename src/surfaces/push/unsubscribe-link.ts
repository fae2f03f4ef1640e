import { deriveSecret, sameSecret } from '../../features/identity/secrets.ts'
import type { App } from '../../kernel/core/app.ts'

type Holding = Pick<App, 'config' | 'keys'>

/**
 * The address at which a push service reports that the recipient is gone. The address carries its own proof that this
 * server made it, so the request needs no token. Only the push service ever gets it.
 */
export function unsubscribeUrl(app: Holding, subscriptionId: string): string {
  return `${app.config.origin}/api/web/push_subscriptions/${subscriptionId}-${proofOf(app, subscriptionId)}`
}

/** @returns id of the subscription that the last segment of the address names, or null */
export function readUnsubscribe(app: Holding, text: string): string | null {
  const [, id, proof] = /^(\d{18})-([\w-]{43})$/.exec(text) ?? []
  if (id === undefined || proof === undefined) return null
  return sameSecret(proof, proofOf(app, id)) ? id : null
}

function proofOf({ keys }: Holding, subscriptionId: string): string {
  return deriveSecret(keys.tokenSecret, `end push subscription ${subscriptionId}`)
}
