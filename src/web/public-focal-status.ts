import { html, type SafeHtml } from '../text/html.ts'
import { accountCard } from './public-account-parts.ts'
import type { EditEntity, StatusEntity } from './public-entities.ts'
import { icon } from './public-icons.ts'
import { type Drawing, statusBody } from './public-status.ts'
import { contentHtml, emojiText, nameOf } from './public-text.ts'
import { counted, longTime } from './public-words.ts'

/**
 * The status that a page is about.
 * @param versions all of them, oldest first and the present last; empty if it was never edited
 */
export function focalStatus(
  { config, now }: Drawing,
  status: StatusEntity,
  versions: readonly EditEntity[],
): SafeHtml {
  return html`<article class="status focal" aria-label="Post by ${nameOf(status.account)}">
<header class="status-head">${accountCard(config, status.account)}</header>
${statusBody(status, now, true)}
<p class="status-meta muted small">
<time datetime="${status.created_at}">${longTime(status.created_at)}</time>
${visibility(status)}
${status.application && application(status.application)}
</p>
${versions.length > 1 && history(versions)}
<ul class="totals">
${total(status.replies_count, 'reply', 'replies')}
${total(status.reblogs_count, 'boost', 'boosts')}
${total(status.favourites_count, 'favourite', 'favourites')}
</ul>
</article>`
}

function visibility({ visibility }: StatusEntity): SafeHtml {
  const open = visibility === 'public'
  return html`<span>${icon(open ? 'public' : 'unlisted')} ${open ? 'Public' : 'Quiet public'}</span>`
}

function application({ name, website }: NonNullable<StatusEntity['application']>): SafeHtml {
  const isLink = website !== null && /^https?:\/\//i.test(website)
  if (!isLink) return html`<bdi>${name}</bdi>`
  return html`<a class="quiet-link" href="${website}" rel="nofollow noopener"><bdi>${name}</bdi></a>`
}

function history(versions: readonly EditEntity[]): SafeHtml {
  const edits = versions.length - 1
  return html`<details class="history">
<summary>Edited ${edits > 1 && `${counted(edits, 'time', 'times')}, last on `}${longTime(versions.at(-1)!.created_at)}</summary>
<ol>
${versions.slice(0, -1).map(
  (version, at) => html`<li class="version">
<p class="muted small">${at === 0 ? 'Written' : 'Edited'} <time datetime="${version.created_at}">${longTime(version.created_at)}</time></p>
${version.spoiler_text !== '' && html`<p dir="auto"><strong>${emojiText(version.spoiler_text, version.emojis)}</strong></p>`}
<div class="content" dir="auto">${contentHtml(version)}</div>
</li>`,
)}
</ol>
</details>`
}

function total(value: number, one: string, many: string): SafeHtml {
  const [number, ...noun] = counted(value, one, many).split(' ')
  return html`<li><strong>${number}</strong> ${noun.join(' ')}</li>`
}
