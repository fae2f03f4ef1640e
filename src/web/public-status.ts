import type { Config } from '../config.ts'
import { html, type SafeHtml } from '../text/html.ts'
import { accountCard, accountLink, foreign } from './public-account-parts.ts'
import type { StatusEntity } from './public-entities.ts'
import { type IconName, icon } from './public-icons.ts'
import { coveredMedia, mediaGrid, shownMedia } from './public-media.ts'
import { pollResults } from './public-poll.ts'
import { contentHtml, emojiText, nameOf } from './public-text.ts'
import { counted, longTime, shortNumber, shortTime } from './public-words.ts'

/** What drawing a status takes besides the status. */
export interface Drawing {
  config: Pick<Config, 'handleDomain'>
  /** ms since 1970 */
  now: number
}

interface ItemOptions {
  /** stands at the top of its author's profile */
  pinned?: boolean
  /** says whom it answers; default true */
  namesParent?: boolean
}

/** A status as one of many. */
export function statusItem(
  drawing: Drawing,
  entity: StatusEntity,
  { pinned = false, namesParent = true }: ItemOptions = {},
): SafeHtml {
  const status = entity.reblog ?? entity
  const { account } = status
  return html`<article class="status" aria-label="Post by ${nameOf(account)}, ${longTime(status.created_at)}">
${pinned && html`<p class="status-context">${icon('pin')} Pinned post</p>`}
${entity.reblog !== null && html`<p class="status-context">${icon('boost')} <span>${accountLink(entity.account, 'quiet-link')} boosted</span></p>`}
${namesParent && answers(status)}
<header class="status-head">${accountCard(drawing.config, account)}${timeLink(status, drawing.now)}</header>
${statusBody(status, drawing.now)}
<footer class="status-foot">${count('reply', status.replies_count, 'reply', 'replies')}${count('boost', status.reblogs_count, 'boost', 'boosts')}${count('favourite', status.favourites_count, 'favourite', 'favourites')}</footer>
</article>`
}

/**
 * What a status says and shows: behind its warning, if it has one.
 * @param now ms since 1970
 * @param first the page is about it
 */
export function statusBody(status: StatusEntity, now: number, first = false): SafeHtml {
  const { spoiler_text: warning, sensitive, media_attachments: media } = status
  const language = status.language !== null && html` lang="${status.language}"`
  const text =
    status.content === ''
      ? html``
      : html`<div class="content"${language} dir="auto">${contentHtml(status)}</div>`
  const files = sensitive && warning === '' ? coveredMedia(media) : mediaGrid(media, first)
  const all = html`${text}${status.poll !== null && pollResults(status.poll, now)}${files}`
  if (warning === '') return all
  return html`<details class="warning">
<summary class="warning-summary"><span class="warning-text"${language} dir="auto">${emojiText(warning, status.emojis)}</span><span class="warning-button"><span class="when-closed">Show ${holds(status)}</span><span class="when-open">Hide</span></span></summary>
${all}
</details>`
}

function holds({ media_attachments, content, poll }: StatusEntity): string {
  const { length } = shownMedia(media_attachments)
  if (content === '' && length > 0) return counted(length, 'attachment', 'attachments')
  return length > 0 || poll !== null ? 'more' : 'text'
}

function answers({ account, in_reply_to_account_id: parent, mentions }: StatusEntity): SafeHtml {
  if (parent === null) return html``
  if (parent === account.id)
    return html`<p class="status-context">${icon('reply')} Continues a thread</p>`
  const mention = mentions.find(({ id }) => id === parent)
  if (mention === undefined) return html`<p class="status-context">${icon('reply')} A reply</p>`
  return html`<p class="status-context">${icon('reply')} <span>In reply to <a class="quiet-link" href="${mention.url}"${foreign(mention)}>@${mention.username}</a></span></p>`
}

function timeLink(status: StatusEntity, now: number): SafeHtml {
  const { created_at: at, edited_at, url, account } = status
  const edited =
    edited_at !== null &&
    html`<span class="edited" title="Edited ${longTime(edited_at)}">${icon('edit')}<span class="visually-hidden">edited</span></span>`
  return html`<a class="status-time quiet-link" href="${url}"${foreign(account)}>${edited}<time datetime="${at}" title="${longTime(at)}">${shortTime(at, now)}</time></a>`
}

function count(name: IconName, value: number, one: string, many: string): SafeHtml {
  return html`<span class="count" title="${counted(value, one, many)}">${icon(name)}<span aria-hidden="true">${value > 0 && shortNumber(value)}</span><span class="visually-hidden">${counted(value, one, many)}</span></span>`
}
