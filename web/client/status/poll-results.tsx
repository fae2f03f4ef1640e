import { withEmojis } from '../../shared/components/person.tsx'
import type { Poll } from '../../shared/entities/api.ts'
import { formatNumber } from '../../shared/format.ts'
import { plural, t } from '../../shared/i18n.ts'
import { Check, Icon } from '../../shared/icons.tsx'

/** Results of a poll so far. @param titles of the options, possibly translated */
export function PollResults({ poll, titles }: { poll: Poll; titles: readonly string[] }) {
  const most = Math.max(0, ...poll.options.map(({ votes_count }) => votes_count ?? 0))
  return (
    <>
      <ul class="poll-results">
        {poll.options.map(({ votes_count: votes }, at) => (
          <li
            key={`${at} ${titles[at]}`}
            class={most > 0 && votes === most ? 'poll-result first' : 'poll-result'}
          >
            <span class="poll-share">{votes === null ? '–' : `${percent(poll, votes)}%`}</span>
            <span class="poll-title" dir="auto">
              {withEmojis(titles[at] ?? '', poll.emojis)}
            </span>
            {poll.own_votes?.includes(at) && (
              <span class="poll-own" title={t('Your vote')}>
                <Icon of={Check} size={18} />
                <span class="visually-hidden">{t('Your vote')}</span>
              </span>
            )}
            {votes !== null && (
              <span class="visually-hidden">{plural(votes, '{n} vote', '{n} votes')}</span>
            )}
            <span class="poll-bar" aria-hidden="true">
              <span style={{ inlineSize: `${votes === null ? 0 : percent(poll, votes)}%` }} />
            </span>
          </li>
        ))}
      </ul>
      {poll.options.some(({ votes_count }) => votes_count === null) && (
        <p class="poll-hidden">{t('The results are shown once the poll has ended.')}</p>
      )}
    </>
  )
}

/** Of those who took part: with several choices the shares add up to more than a hundred. */
function percent({ voters_count, votes_count }: Poll, votes: number): string {
  const all = voters_count ?? votes_count
  return formatNumber(all === 0 ? 0 : Math.round((votes / all) * 100))
}
