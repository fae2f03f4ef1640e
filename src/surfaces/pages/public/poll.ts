import { html, type SafeHtml } from '../../../kernel/text/html.ts'
import { plural, type Text, t } from '../../../kernel/text/messages.ts'
import type { PollEntity } from './entities.ts'
import { emojiText } from './text.ts'
import { longTime, timeLeft } from './words.ts'

/** The results of a poll. @param now ms since 1970 */
export function pollResults(poll: PollEntity, now: number): SafeHtml {
  const total = poll.multiple ? (poll.voters_count ?? poll.votes_count) : poll.votes_count
  const most = Math.max(...poll.options.map((option) => option.votes_count ?? 0))
  return html`<div class="poll">
<ul>
${poll.options.map(({ title, votes_count: votes }) => {
  const percent = votes === null ? null : percentage(votes, total)
  const leads = votes === most && most > 0
  return html`<li${leads && html` class="leading"`}>
<div class="poll-option"><span dir="auto">${emojiText(title, poll.emojis)}</span>${percent !== null && html`<span class="poll-percent">${percent}%</span>`}</div>
${percent !== null && html`<progress max="100" value="${percent}" aria-hidden="true"></progress>`}
</li>`
})}
</ul>
<p class="muted small">${voters(poll)}${ending(poll, now)}</p>
</div>`
}

function percentage(votes: number, total: number): number {
  return total === 0 ? 0 : Math.min(100, Math.round((votes / total) * 100))
}

function voters({ multiple, voters_count, votes_count }: PollEntity): Text {
  if (multiple && voters_count !== null) return plural(voters_count, '{n} person', '{n} people')
  return plural(votes_count, '{n} vote', '{n} votes')
}

function ending({ expires_at, expired }: PollEntity, now: number): SafeHtml {
  if (expired) return html` ${t('· Closed')}`
  if (expires_at === null) return html``
  return html` · <time datetime="${expires_at}" title="${longTime(expires_at)}">${t('{timeLeft} left', { timeLeft: timeLeft(expires_at, now) })}</time>`
}
