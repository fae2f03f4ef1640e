import { formatNumber, plural, t } from '../../../shared/i18n.ts'
import { Avatar } from '../../people/account-name.tsx'
import type { Person } from './digest.ts'
import { nameOf } from './names.ts'

interface PeopleProps {
  people: readonly Person[]
  chosen: string | null
  choose: (person: string | null) => void
}

/** People who brought posts, those with the most first. Choosing somebody leaves theirs, choosing them again all. */
export function People({ people, chosen, choose }: PeopleProps) {
  return (
    <section aria-label={t('People')}>
      <ul class="catch-up-people">
        {people.map(({ account, count }) => {
          const isChosen = account.id === chosen
          const words = plural(count, '{name}: {n} post', '{name}: {n} posts', {
            name: nameOf(account),
          })
          return (
            <li key={account.id}>
              <button
                type="button"
                aria-pressed={isChosen}
                aria-label={words}
                title={words}
                onClick={() => choose(isChosen ? null : account.id)}
              >
                <Avatar account={account} size={40} />
                <span>{formatNumber(count)}</span>
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
