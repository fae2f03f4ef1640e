import { settings } from '../../features/instance/settings.ts'
import type { Subscription } from '../../features/notifications/push-subscriptions.ts'
import type { Notification } from '../../features/notifications/queries.ts'
import { renderNotifications } from '../../features/notifications/serializer.ts'
import { pushTitle } from '../../features/notifications/types.ts'
import { tokenText } from '../../features/oauth/tokens.ts'
import { shownId } from '../../kernel/base/ids.ts'
import { type JsonText, jsonObject, toJson } from '../../kernel/base/json.ts'
import type { App } from '../../kernel/core/app.ts'
import type { Viewer } from '../../kernel/http/routes.ts'
import { wordsFor } from '../../kernel/text/catalogues.ts'
import { inWords } from '../../kernel/text/messages.ts'
import { plainText } from '../../kernel/text/sanitize.ts'
import { browserMembers } from './browser-members.ts'
import { MOST_PLAIN } from './encryption.ts'

/** S-494 */
const TEXT_LENGTH = 140

/** Members of the notification entity that every type may have and the message uses. */
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
 * The JSON message of a notification (S-494), rendered for its recipient.
 * @returns null if the recipient may not see the notification any more
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
  const name = account.display_name.trim() || account.username
  const { languages } = await app.cached.get(settings)
  const { access_token_id: tokenId } = subscription
  const message = {
    // tells an app with several accounts which one the message is for; a session's cookie never leaves this server
    access_token: toJson(tokenId === null ? null : tokenText(app.keys, tokenId)),
    preferred_locale: toJson(viewer.locale),
    // a number, as in Mastodon: its iOS app does not accept a string here
    notification_id: shownId(notification.id) as JsonText,
    notification_type: toJson(shown.type),
    icon: toJson(account.avatar_static),
    title: toJson(
      shorten(inWords(pushTitle(notification.type, name), wordsFor(viewer.locale, ...languages))),
    ),
    body: toJson(shorten(bodyOf(shown))),
    ...(tokenId === null ? browserMembers(shown, viewer.id) : {}),
  }
  const whole = Buffer.from(jsonObject(message))
  if (whole.length <= MOST_PLAIN) return whole
  return Buffer.from(jsonObject({ ...message, icon: toJson('') }))
}

/** The status's content warning, else its text; without a status, the note of the account. */
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
