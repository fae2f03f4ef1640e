import { settings } from '../../features/instance/settings.ts'
import type { Subscription } from '../../features/notifications/push-subscriptions.ts'
import type { App } from '../../kernel/core/app.ts'
import type { EgressRequest } from '../../kernel/net/exchange.ts'
import { encryptAes128gcm, encryptAesgcm } from './encryption.ts'
import { unsubscribeUrl } from './unsubscribe-link.ts'
import { vapidToken } from './vapid.ts'

/** seconds for which a push service stores a message that it cannot deliver at once (S-494) */
const TIME_TO_LIVE = 172_800
const TIMEOUT = 10_000
const REPLY_BYTES = 64 * 1024

/**
 * The request that passes a message to the push service.
 * @param topic a message sent again after a crash replaces the first one, as both have the same topic
 */
export async function requestFor(
  app: App,
  subscription: Subscription,
  message: { plain: Buffer; topic: string },
): Promise<EgressRequest> {
  const { contact_email: email } = await app.cached.get(settings)
  const contact = email === '' ? app.config.origin : `mailto:${email}`
  const { endpoint } = subscription
  const token = vapidToken(app.keys, { endpoint, contact, now: app.clock() })
  const { headers, body } = sealed(app, subscription, message.plain, token)
  return {
    url: endpoint,
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/octet-stream',
      ttl: String(TIME_TO_LIVE),
      urgency: 'normal',
      topic: message.topic,
      'unsubscribe-url': unsubscribeUrl(app, subscription.id),
      ...headers,
    },
    maxBytes: REPLY_BYTES,
    timeoutMs: TIMEOUT,
    maxRedirects: 0,
  }
}

function sealed({ keys }: App, subscription: Subscription, plain: Buffer, token: string) {
  const recipient = {
    publicKey: Buffer.from(subscription.p256dh, 'base64url'),
    authSecret: Buffer.from(subscription.auth, 'base64url'),
  }
  const { publicKey: serverKey } = keys.vapid
  if (subscription.standard) {
    const { body } = encryptAes128gcm(plain, recipient)
    const authorization = `vapid t=${token},k=${serverKey}`
    return { body, headers: { 'content-encoding': 'aes128gcm', authorization } }
  }
  const { body, salt, publicKey } = encryptAesgcm(plain, recipient)
  return {
    body,
    headers: {
      'content-encoding': 'aesgcm',
      encryption: `salt=${salt.toString('base64url')}`,
      'crypto-key': `dh=${publicKey.toString('base64url')};p256ecdsa=${serverKey}`,
      authorization: `WebPush ${token}`,
    },
  }
}
