import type { Config } from '../config.ts'
import type { JsonText } from '../json.ts'
import { mentionLink } from '../text/format.ts'
import { escapeHtml } from '../text/html.ts'
import type { Attached } from './attached.ts'
import type { Notification } from './queries.ts'
import { BASELINE } from './types.ts'

/** https://docs.joinmastodon.org/entities/NotificationFallback/; texts are HTML */
export interface Fallback {
  title: string
  summary: string | null
  /** the name in the documentation */
  details: null
  /** and that in the software (S-253) */
  description: null
}

/** What a fallback is made from. */
interface Told {
  row: Notification
  attached: Attached
  /** accounts of the group besides the newest */
  others: number
}

/**
 * What a client may show of a notification whose type it does not know (S-253).
 *
 * @param supported types that the client knows; undefined if it does not say: then it knows no fallback
 *   either
 * @returns null where none is needed
 */
export function fallbackFor(
  config: Config,
  told: Told,
  supported: readonly string[] | undefined,
): Fallback | null {
  const { type } = told.row
  if (supported === undefined || BASELINE.includes(type) || supported.includes(type)) return null
  return { ...textsOf(config, told), details: null, description: null }
}

function textsOf(config: Config, told: Told): Pick<Fallback, 'title' | 'summary'> {
  const { row, attached } = told
  const sender = linkTo(attached.accounts.get(row.from_account_id))
  const elsewhere = `Your app does not show this. ${link(config)} for all of it.`
  switch (row.type) {
    case 'severed_relationships': {
      const event = attached.severances.get(row.account_severance_id ?? '')
      const name = escapeHtml(event?.target_name ?? '')
      const lost = `${event?.followers_count ?? 0} followers and ${event?.following_count ?? 0} accounts you follow`
      return { title: `Lost connections with ${name}`, summary: `You lost ${lost}. ${elsewhere}` }
    }
    case 'moderation_warning':
      return { title: 'You have received a moderation warning', summary: elsewhere }
    case 'admin.sign_up':
      return { title: `${sender}${andOthers(told.others)} signed up`, summary: elsewhere }
    case 'admin.report':
      return { title: `${sender} reported an account`, summary: elsewhere }
    case 'added_to_collection':
      return { title: `${sender} added you to a collection`, summary: elsewhere }
    case 'collection_update':
      return { title: `${sender} edited a collection that you are in`, summary: elsewhere }
    case 'pleroma:emoji_reaction': {
      const { emoji = '' } = attached.reactions.get(row.reaction_id ?? '') ?? {}
      return { title: `${sender} reacted to your post with ${escapeHtml(emoji)}`, summary: null }
    }
    default:
      return { title: `A notification about ${sender}`, summary: elsewhere }
  }
}

function andOthers(count: number): string {
  if (count === 0) return ''
  return count === 1 ? ' and one other' : ` and ${count} others`
}

function link({ origin }: Config): string {
  return `<a href="${escapeHtml(origin)}/">Sign in on the website</a>`
}

/** The entity is text by now; what needs a fallback is rare. */
function linkTo(account: JsonText | undefined): string {
  if (account === undefined) return ''
  const { username, acct, url } = JSON.parse(account)
  const domain = acct === username ? null : acct.slice(username.length + 1)
  return mentionLink({ username, domain, url }, domain !== null)
}
