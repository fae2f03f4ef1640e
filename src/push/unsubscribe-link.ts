import type { App } from '../app.ts'
import { deriveSecret, sameSecret } from '../oauth/secrets.ts'

type Holding = Pick<App, 'config' | 'keys'>

/**
 * Where whoever passes a message on says that its receiver is gone: the address proves by itself
 * that we sent it, so no token is needed. It is never told to anybody but the push service.
 */
export function unsubscribeUrl(app: Holding, subscriptionId: string): string {
  return `${app.config.origin}/api/web/push_subscriptions/${subscriptionId}-${proofOf(app, subscriptionId)}`
}

/** @returns id of the subscription that the last part of the address is for, or null */
export function readUnsubscribe(app: Holding, text: string): string | null {
  const [, id, proof] = /^(\d{18})-([\w-]{43})$/.exec(text) ?? []
  if (id === undefined || proof === undefined) return null
  return sameSecret(proof, proofOf(app, id)) ? id : null
}

function proofOf({ keys }: Holding, subscriptionId: string): string {
  return deriveSecret(keys.tokenSecret, `end push subscription ${subscriptionId}`)
}
