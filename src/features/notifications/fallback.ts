import type { Config } from '../../kernel/base/config.ts'
import type { JsonText } from '../../kernel/base/json.ts'
import { mentionLink } from '../../kernel/text/format.ts'
import { html, raw, renderHtml, rich, richPlural, type SafeHtml } from '../../kernel/text/html.ts'
import { plural, type Words } from '../../kernel/text/messages.ts'
import type { Attached } from './attachments.ts'
import type { Notification } from './queries.ts'
import { type NotBaseline, needsFallback } from './types.ts'

/** https://docs.joinmastodon.org/entities/NotificationFallback/; texts are HTML */
export interface Fallback {
  title: string
  summary: string | null
  /** the member's name in Mastodon's documentation */
  details: null
  /** the member's name in Mastodon's code (S-253) */
  description: null
}

/** The input of a fallback. */
interface Told {
  row: Notification
  attached: Attached
  /** accounts of the group besides the newest */
  others: number
}

/** Parts of the sentences. */
interface Parts {
  sender: SafeHtml
  elsewhere: SafeHtml
}

/**
 * The text that a client shows for a notification of an unknown type (S-253).
 *
 * @param supported types that the client knows; undefined if not stated: then the client knows no
 * fallbacks either
 * @returns null if none is needed
 */
export function fallbackFor(
  config: Config,
  told: Told,
  supported: readonly string[] | undefined,
  words: Words,
): Fallback | null {
  const { type } = told.row
  if (supported === undefined || !needsFallback(type) || supported.includes(type)) return null
  const { row, attached, others } = told
  const sender = linkTo(attached.accounts.get(row.from_account_id))
  const elsewhere = rich(
    'Your app does not show this. <link>Sign in on the website</link> for all of it.',
    {
      link: (text: SafeHtml) => html`<a href="${config.origin}/">${text}</a>`,
    },
  )
  const { title, summary = elsewhere } = TEXTS[type]({ row, attached, others, sender, elsewhere })
  return {
    title: renderHtml(title, words),
    summary: summary && renderHtml(summary, words),
    details: null,
    description: null,
  }
}

/** By type; without a summary of its own the fallback says where to see the notification. */
const TEXTS: Record<
  NotBaseline,
  (told: Told & Parts) => { title: SafeHtml; summary?: SafeHtml | null }
> = {
  severed_relationships({ row, attached, elsewhere }) {
    const event = attached.severances.get(row.account_severance_id ?? '')
    const lost = {
      followers: plural(event?.followers_count ?? 0, '{n} follower', '{n} followers'),
      accounts: plural(
        event?.following_count ?? 0,
        '{n} account you follow',
        '{n} accounts you follow',
      ),
    }
    return {
      title: rich('Lost connections with {name}', { name: event?.target_name ?? '' }),
      summary: html`${rich('You lost {followers} and {accounts}.', lost)} ${elsewhere}`,
    }
  },
  moderation_warning: () => ({ title: rich('You have received a moderation warning', {}) }),
  'admin.sign_up': ({ sender, others }) => ({
    title:
      others === 0
        ? rich('{name} signed up', { name: sender })
        : richPlural(others, '{name} and one other signed up', '{name} and {n} others signed up', {
            name: sender,
          }),
  }),
  'admin.report': ({ sender }) => ({ title: rich('{name} reported an account', { name: sender }) }),
  added_to_collection: ({ sender }) => ({
    title: rich('{name} added you to a collection', { name: sender }),
  }),
  collection_update: ({ sender }) => ({
    title: rich('{name} edited a collection that you are in', { name: sender }),
  }),
  'pleroma:emoji_reaction'({ row, attached, sender }) {
    const { emoji = '' } = attached.reactions.get(row.reaction_id ?? '') ?? {}
    return {
      title: rich('{name} reacted to your post with {emoji}', { name: sender, emoji }),
      summary: null,
    }
  },
}

/** Parses the rendered entity again, as fallbacks are rare. */
function linkTo(account: JsonText | undefined): SafeHtml {
  if (account === undefined) return html``
  const { username, acct, url } = JSON.parse(account)
  const domain = acct === username ? null : acct.slice(username.length + 1)
  return raw(mentionLink({ username, domain, url }, domain !== null))
}
