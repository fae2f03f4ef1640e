import { LinkButton } from '../../../shared/components/button.tsx'
import type { Account } from '../../../shared/entities/api.ts'
import { t } from '../../../shared/i18n.ts'
import { viewer } from '../../../shared/session.ts'
import type { Feed } from '../../feed/feed.ts'
import { feedOf } from '../../feed/feed-cache.ts'
import { FeedView } from '../../feed/feed-view.tsx'
import { offsetSource } from '../../feed/offset-source.ts'
import { PersonRow } from '../../people/person-row.tsx'
import { SuggestedPerson, suggestionId, suggestions } from '../../people/suggestions.tsx'
import { isUnlisted, Unlisted } from '../../people/unlisted.tsx'

const active = () =>
  feedOf(
    offsetSource<Account>('/api/v1/directory', {
      query: { order: 'active', local: true },
      limit: 40,
      idOf: ({ id }) => id,
    }),
  )

export const people = (): Feed<unknown> =>
  (viewer === null ? active() : suggestions()) as Feed<unknown>

/** Suggested accounts with the reason of each; visitors, and who gets no suggestions, see active accounts. */
export function People() {
  if (viewer === null) return <ActivePeople />
  const { state, blocks } = suggestions()
  const isEmpty = state.value === 'end' && blocks.value.every(({ entries }) => entries.length === 0)
  return (
    <>
      <Suggestions />
      {isEmpty && (
        <div class="explore-recent">
          <h2>{t('See who is here')}</h2>
          <ActivePeople />
        </div>
      )}
    </>
  )
}

function Suggestions() {
  const feed = suggestions()
  return (
    <FeedView
      feed={feed}
      label={t('People you may like')}
      keyOf={suggestionId}
      empty={<p>{t('There is nobody to suggest at the moment.')}</p>}
      end={
        <div class="feed-end">
          <LinkButton href="/directory">{t('See everybody who is here')}</LinkButton>
        </div>
      }
    >
      {(suggestion) => <SuggestedPerson suggestion={suggestion} />}
    </FeedView>
  )
}

function ActivePeople() {
  const feed = active()
  if (isUnlisted(feed.error.value?.status)) return <Unlisted />
  return (
    <FeedView
      feed={feed}
      label={t('People')}
      keyOf={({ id }) => id}
      empty={<p>{t('Nobody here has asked to be listed yet.')}</p>}
    >
      {(account) => <PersonRow account={account} />}
    </FeedView>
  )
}
