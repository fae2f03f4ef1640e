import { api } from '../../../shared/api.ts'
import { ActionButton, LinkButton } from '../../../shared/components/button.tsx'
import type { Account, Suggestion } from '../../../shared/entities/api.ts'
import { t } from '../../../shared/i18n.ts'
import { Icon, X } from '../../../shared/icons.tsx'
import { viewer } from '../../../shared/session.ts'
import type { Feed } from '../../feed/feed.ts'
import { FeedView } from '../../feed/feed-view.tsx'
import { feedOf } from '../../feed/feeds.ts'
import { offsetSource } from '../../feed/offset-source.ts'
import { PersonRow } from '../../feed/person-row.tsx'
import { isUnlisted, Unlisted } from '../directory/unlisted.tsx'

const idOf = ({ account }: Suggestion): string => account.id

const suggestions = () =>
  feedOf(offsetSource<Suggestion>('/api/v2/suggestions', { limit: 40, idOf }))

const active = () =>
  feedOf(
    offsetSource<Account>('/api/v1/directory', {
      query: { order: 'active', local: true },
      limit: 40,
      idOf: ({ id }) => id,
    }),
  )

export const people = (): { start(): Promise<void> } => (viewer === null ? active() : suggestions())

/** Whom one might follow, and why; visitors see who posts here. */
export function People() {
  return viewer === null ? <ActivePeople /> : <Suggestions />
}

function Suggestions() {
  const feed = suggestions()
  return (
    <FeedView
      feed={feed}
      label={t('People you may like')}
      keyOf={idOf}
      empty={
        <>
          <p>{t('There is nobody to suggest at the moment.')}</p>
          <LinkButton kind="primary" href="/directory">
            {t('See who is here')}
          </LinkButton>
        </>
      }
      end={
        <div class="feed-end">
          <LinkButton href="/directory">{t('See everybody who is here')}</LinkButton>
        </div>
      }
    >
      {(suggestion) => (
        <PersonRow account={suggestion.account} reason={reasonOf(suggestion)}>
          <Dismiss feed={feed} account={suggestion.account} />
        </PersonRow>
      )}
    </FeedView>
  )
}

function Dismiss({ feed, account }: { feed: Feed<Suggestion>; account: Account }) {
  return (
    <ActionButton
      kind="secondary"
      small
      label={t('Do not suggest {name} again', { name: `@${account.acct}` })}
      run={async () => {
        await api.delete(`/api/v1/suggestions/${account.id}`)
        feed.remove((entry) => entry.account.id === account.id)
      }}
    >
      <Icon of={X} size={18} />
    </ActionButton>
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
