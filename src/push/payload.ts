import type { App } from '../app.ts'
import type { Viewer } from '../http/routes.ts'
import { shownId } from '../ids.ts'
import { type JsonText, jsonObject, toJson } from '../json.ts'
import type { Subscription } from '../notifications/push-subscriptions.ts'
import type { Notification } from '../notifications/queries.ts'
import { renderNotifications } from '../notifications/serializer.ts'
import { tokenText } from '../oauth/tokens.ts'
import { plainText } from '../text/sanitize.ts'
import { browserMembers } from './browser-members.ts'
import { MOST_PLAIN } from './encryption.ts'
import { titleOf } from './titles.ts'

/** S-494 */
const TEXT_LENGTH = 140

/** What is read of the entity, for whatever type of notification there is. */
interface Shown {
  type: string
  account: {
    acct: string
    display_name: string
    username: string
    note: string
    avatar_static: string
  }
  status?: { id: string; account: { acct: string }; spoiler_text: string; content: string }
}

/**
 * The message that a notification becomes (S-494), as its receiver may see it.
 * @returns null if it is not shown to them any more
 */
export async function payloadOf(
  app: App,
  viewer: Viewer,
  subscription: Subscription,
  notification: Notification,
): Promise<Buffer | null> {
  const [text] = await renderNotifications(app, viewer, [notification])
  if (!text) return null
  const shown = JSON.parse(text) as Shown
  const { account } = shown
  const { access_token_id: tokenId } = subscription
  const message = {
    // tells an app with several accounts which one is meant; a session's cookie is told to nobody
    access_token: toJson(tokenId === null ? null : tokenText(app.keys, tokenId)),
    preferred_locale: toJson(viewer.locale),
    // a number, as Mastodon's is: its app for iOS reads no text here
    notification_id: shownId(notification.id) as JsonText,
    notification_type: toJson(shown.type),
    icon: toJson(account.avatar_static),
    title: toJson(shorten(titleOf(shown.type, account.display_name.trim() || account.username))),
    body: toJson(shorten(bodyOf(shown))),
    ...(tokenId === null ? browserMembers(shown, viewer.id) : {}),
  }
  const whole = Buffer.from(jsonObject(message))
  if (whole.length <= MOST_PLAIN) return whole
  return Buffer.from(jsonObject({ ...message, icon: toJson('') }))
}

/** What was written, behind its warning if it has one; else who it is that did something. */
function bodyOf({ status, account }: Shown): string {
  if (status === undefined) return plainText(account.note)
  return status.spoiler_text === '' ? plainText(status.content) : status.spoiler_text
}

function shorten(text: string): string {
  const signs = [...text.trim()]
  if (signs.length <= TEXT_LENGTH) return signs.join('')
  return `${signs
    .slice(0, TEXT_LENGTH - 1)
    .join('')
    .trimEnd()}…`
}
