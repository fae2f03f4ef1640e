import { api } from '../../shared/api.ts'
import { ActionButton } from '../../shared/components/action-button.tsx'
import type { Suggestion } from '../../shared/entities/api.ts'
import { t } from '../../shared/i18n.ts'
import { Icon, X } from '../../shared/icons.tsx'
import type { Feed } from '../feed/feed.ts'
import { feedOf } from '../feed/feed-cache.ts'
import { offsetSource } from '../feed/offset-source.ts'
import { PersonRow } from './person-row.tsx'

export const suggestionId = ({ account }: Suggestion): string => account.id

/** Accounts that the server suggests to the viewer. */
export const suggestions = (): Feed<Suggestion> =>
  feedOf(offsetSource<Suggestion>('/api/v2/suggestions', { limit: 40, idOf: suggestionId }))

/** A suggested account with the reason, and a way to see it no more. */
export function SuggestedPerson({ suggestion }: { suggestion: Suggestion }) {
  const { account } = suggestion
  return (
    <PersonRow account={account} reason={reasonOf(suggestion)}>
      <ActionButton
        kind="secondary"
        small
        label={t('Do not suggest {name} again', { name: `@${account.acct}` })}
        run={async () => {
          await api.delete(`/api/v1/suggestions/${account.id}`)
          suggestions().remove((entry) => entry.account.id === account.id)
        }}
      >
        <Icon of={X} size={18} />
      </ActionButton>
    </PersonRow>
  )
}

function reasonOf({ sources }: Suggestion): string {
  switch (sources[0]) {
    case 'featured':
      return t('Recommended by this server')
    case 'friends_of_friends':
      return t('Followed by people whom you follow')
    case 'similar_to_recently_followed':
      return t('Like people whom you followed lately')
    case 'most_interactions':
      return t('Much talked with here')
    default:
      return t('Followed by many here')
  }
}

/** The first suggestions of those that are read. */
export function FewSuggestions({ most }: { most: number }) {
  const entries = suggestions().blocks.value.flatMap((block) => block.entries)
  return (
    <ul class="account-rows" aria-label={t('People you may like')}>
      {entries.slice(0, most).map((suggestion) => (
        <li key={suggestionId(suggestion)}>
          <SuggestedPerson suggestion={suggestion} />
        </li>
      ))}
    </ul>
  )
}
