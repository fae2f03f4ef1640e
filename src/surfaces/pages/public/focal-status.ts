import { html, rich, richPlural, type SafeHtml } from '../../../kernel/text/html.ts'
import { t } from '../../../kernel/text/messages.ts'
import { accountCard } from './account-parts.ts'
import type { EditEntity, StatusEntity } from './entities.ts'
import { icon } from './icons.ts'
import { type Drawing, statusBody } from './status.ts'
import { contentHtml, emojiText, nameOf } from './text.ts'
import { longTime } from './words.ts'

/**
 * The main status of a thread's page.
 * @param versions all versions, oldest first, the current one last; empty if the status was never edited
 */
export function focalStatus(
  { config, now }: Drawing,
  status: StatusEntity,
  versions: readonly EditEntity[],
): SafeHtml {
  return html`<article class="status focal" aria-label="${t('Post by {account}', { account: nameOf(status.account) })}">
<header class="status-head">${accountCard(config, status.account)}</header>
${statusBody(status, now, true)}
<p class="status-meta muted small">
<time datetime="${status.created_at}">${longTime(status.created_at)}</time>
${visibility(status)}
${status.application && application(status.application)}
</p>
${versions.length > 1 && history(versions)}
<ul class="totals">
<li>${richPlural(status.replies_count, '<b>{n}</b> reply', '<b>{n}</b> replies', BOLD)}</li>
<li>${richPlural(status.reblogs_count, '<b>{n}</b> boost', '<b>{n}</b> boosts', BOLD)}</li>
<li>${richPlural(status.favourites_count, '<b>{n}</b> favourite', '<b>{n}</b> favourites', BOLD)}</li>
</ul>
</article>`
}

function visibility({ visibility }: StatusEntity): SafeHtml {
  const open = visibility === 'public'
  return html`<span>${icon(open ? 'public' : 'unlisted')} ${open ? t('Public') : t('Quiet public')}</span>`
}

function application({ name, website }: NonNullable<StatusEntity['application']>): SafeHtml {
  const isLink = website !== null && /^https?:\/\//i.test(website)
  if (!isLink) return html`<bdi>${name}</bdi>`
  return html`<a class="quiet-link" href="${website}" rel="nofollow noopener"><bdi>${name}</bdi></a>`
}

function history(versions: readonly EditEntity[]): SafeHtml {
  const edits = versions.length - 1
  const time = longTime(versions.at(-1)!.created_at)
  return html`<details class="history">
<summary>${edits > 1 ? richPlural(edits, 'Edited {n} time, last on {time}', 'Edited {n} times, last on {time}', { time }) : rich('Edited {time}', { time })}</summary>
<ol>
${versions.slice(0, -1).map(
  (version, at) => html`<li class="version">
<p class="muted small">${at === 0 ? t('Written') : t('Edited')} <time datetime="${version.created_at}">${longTime(version.created_at)}</time></p>
${version.spoiler_text !== '' && html`<p dir="auto"><strong>${emojiText(version.spoiler_text, version.emojis)}</strong></p>`}
<div class="content" dir="auto">${contentHtml(version)}</div>
</li>`,
)}
</ol>
</details>`
}

const BOLD = { b: (text: SafeHtml) => html`<strong>${text}</strong>` }
