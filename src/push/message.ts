import type { App } from '../app.ts'
import { settings } from '../instance/settings.ts'
import type { EgressRequest } from '../net/exchange.ts'
import type { Subscription } from '../notifications/push-subscriptions.ts'
import { encryptAes128gcm, encryptAesgcm } from './encryption.ts'
import { unsubscribeUrl } from './unsubscribe-link.ts'
import { vapidToken } from './vapid.ts'

/** seconds for which a push service keeps what it cannot hand over (S-494) */
const TIME_TO_LIVE = 172_800
const TIMEOUT = 10_000
const REPLY_BYTES = 64 * 1024

/**
 * The request that hands a message to the push service.
 * @param topic what is sent twice, after a crash, replaces itself under the same topic
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
