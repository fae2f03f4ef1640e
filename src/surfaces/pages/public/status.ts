import type { Config } from '../../../kernel/base/config.ts'
import { html, rich, type SafeHtml } from '../../../kernel/text/html.ts'
import { plural, type Text, t } from '../../../kernel/text/messages.ts'
import { accountCard, accountLink, foreign } from './account-parts.ts'
import type { StatusEntity } from './entities.ts'
import { type IconName, icon } from './icons.ts'
import { coveredMedia, mediaGrid, shownMedia } from './media.ts'
import { pollResults } from './poll.ts'
import { contentHtml, emojiText, nameOf } from './text.ts'
import { longTime, shortNumber, shortTime } from './words.ts'

/** Context for drawing a status. */
export interface Drawing {
  config: Pick<Config, 'handleDomain'>
  /** ms since 1970 */
  now: number
}

interface ItemOptions {
  /** marks the status as pinned to its author's profile */
  pinned?: boolean
  /** names the account that it replies to; default true */
  namesParent?: boolean
}

/** A status in a list. */
export function statusItem(
  drawing: Drawing,
  entity: StatusEntity,
  { pinned = false, namesParent = true }: ItemOptions = {},
): SafeHtml {
  const status = entity.reblog ?? entity
  const { account } = status
  return html`<article class="status" aria-label="${t('Post by {account}, {longTime}', { account: nameOf(account), longTime: longTime(status.created_at) })}">
${pinned && html`<p class="status-context">${rich('{icon} Pinned post', { icon: icon('pin') })}</p>`}
${entity.reblog !== null && html`<p class="status-context">${icon('boost')} <span>${rich('{name} boosted', { name: accountLink(entity.account, 'quiet-link') })}</span></p>`}
${namesParent && answers(status)}
<header class="status-head">${accountCard(drawing.config, account)}${timeLink(status, drawing.now)}</header>
${statusBody(status, drawing.now)}
<footer class="status-foot">${count('reply', status.replies_count, plural(status.replies_count, '{n} reply', '{n} replies'))}${count('boost', status.reblogs_count, plural(status.reblogs_count, '{n} boost', '{n} boosts'))}${count('favourite', status.favourites_count, plural(status.favourites_count, '{n} favourite', '{n} favourites'))}</footer>
</article>`
}

/**
 * Text, poll and attachments of a status, behind its content warning if it has one.
 * @param now ms since 1970
 * @param first the status is the page's main one
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
<summary class="warning-summary"><span class="warning-text"${language} dir="auto">${emojiText(warning, status.emojis)}</span><span class="warning-button"><span class="when-closed">${showWhat(status)}</span><span class="when-open">${t('Hide')}</span></span></summary>
${all}
</details>`
}

function showWhat({ media_attachments, content, poll }: StatusEntity): Text {
  const { length } = shownMedia(media_attachments)
  if (content === '' && length > 0) {
    return plural(length, 'Show {n} attachment', 'Show {n} attachments')
  }
  return length > 0 || poll !== null ? t('Show more') : t('Show text')
}

function answers({ account, in_reply_to_account_id: parent, mentions }: StatusEntity): SafeHtml {
  if (parent === null) return html``
  if (parent === account.id)
    return html`<p class="status-context">${rich('{icon} Continues a thread', { icon: icon('reply') })}</p>`
  const mention = mentions.find(({ id }) => id === parent)
  if (mention === undefined)
    return html`<p class="status-context">${rich('{icon} A reply', { icon: icon('reply') })}</p>`
  return html`<p class="status-context">${icon('reply')} <span>${rich('In reply to {username}', { username: html`<a class="quiet-link" href="${mention.url}"${foreign(mention)}>@${mention.username}</a>` })}</span></p>`
}

function timeLink(status: StatusEntity, now: number): SafeHtml {
  const { created_at: at, edited_at, url, account } = status
  const edited =
    edited_at !== null &&
    html`<span class="edited" title="${t('Edited {longTime}', { longTime: longTime(edited_at) })}">${icon('edit')}<span class="visually-hidden">${t('edited')}</span></span>`
  return html`<a class="status-time quiet-link" href="${url}"${foreign(account)}>${edited}<time datetime="${at}" title="${longTime(at)}">${shortTime(at, now)}</time></a>`
}

function count(name: IconName, value: number, text: Text): SafeHtml {
  return html`<span class="count" title="${text}">${icon(name)}<span aria-hidden="true">${value > 0 && shortNumber(value)}</span><span class="visually-hidden">${text}</span></span>`
}
