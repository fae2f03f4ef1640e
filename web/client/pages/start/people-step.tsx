import { useEffect, useState } from 'preact/hooks'
import { Button, LinkButton } from '../../../shared/components/button.tsx'
import { tell } from '../../../shared/components/toast.tsx'
import type { Account, Collection } from '../../../shared/entities/api.ts'
import { plural, t } from '../../../shared/i18n.ts'
import { me } from '../../../shared/session.ts'
import { useAction } from '../../../shared/use-action.ts'
import { AccountRow } from '../../people/account-row.tsx'
import { collectionOf } from '../../people/collections/collections.ts'
import { followAll, starterCollections } from '../../people/collections/starters.ts'
import { FollowButton } from '../../people/follow-button.tsx'
import { useCached } from '../../people/read-cache.ts'
import { useRelationship } from '../../people/relationships.ts'
import { FewSuggestions, suggestions } from '../../people/suggestions.tsx'

const SUGGESTIONS_SHOWN = 10

export const readPeople = () =>
  Promise.all([starterCollections().read(), suggestions().start()]).catch(() => {})

/** Starter collections, to be followed as a whole or one by one, and suggestions. */
export function PeopleStep({ goOn }: { goOn: () => void }) {
  const collections = useCached(starterCollections()) ?? []
  useEffect(() => void suggestions().start(), [])
  const hasSuggestions = suggestions().blocks.value.some(({ entries }) => entries.length > 0)
  return (
    <>
      <p>{t('What those whom you follow post comes into your home timeline.')}</p>
      {collections.length > 0 && (
        <>
          <h3>{t('Collections to start with')}</h3>
          <ul class="start-collections">
            {collections.map((collection) => (
              <Starter key={collection.id} collection={collection} />
            ))}
          </ul>
        </>
      )}
      {hasSuggestions && (
        <>
          <h3>{t('People you may like')}</h3>
          <FewSuggestions most={SUGGESTIONS_SHOWN} />
        </>
      )}
      {collections.length === 0 && !hasSuggestions && (
        <p class="muted">{t('There is nobody to suggest at the moment.')}</p>
      )}
      <p>{t('Do you know somebody elsewhere? Search takes a handle or address of any server.')}</p>
      <div class="buttons">
        <Button kind="primary" onClick={goOn}>
          {t('Go to your home timeline')}
        </Button>
        <LinkButton href="/search">{t('Search')}</LinkButton>
        <LinkButton href="/welcome">{t('Connect an app')}</LinkButton>
      </div>
    </>
  )
}

function Starter({ collection }: { collection: Collection }) {
  const [isOpen, open] = useState(false)
  const { name, description, item_count, language } = collection
  const word = isOpen ? t('Show less') : t('Show')
  return (
    <li class="start-collection">
      <div class="start-collection-head">
        <div>
          <strong dir="auto">{name}</strong>
          {description !== '' && (
            <p class="small" dir="auto" lang={language ?? undefined}>
              {description}
            </p>
          )}
          <span class="muted small">{plural(item_count, '{n} person', '{n} people')}</span>
        </div>
        <Button small expanded={isOpen} label={`${word}: ${name}`} onClick={() => open(!isOpen)}>
          {word}
        </Button>
      </div>
      {isOpen && <Members collection={collection} />}
    </li>
  )
}

function Members({ collection }: { collection: Collection }) {
  const whole = useCached(collectionOf(collection.id))
  if (whole === null) return <p class="muted small">{t('Loading…')}</p>
  const ids = new Set(
    collection.items.filter(({ state }) => state === 'accepted').map((item) => item.account_id),
  )
  const accounts = whole.accounts.filter(({ id }) => ids.has(id) && id !== me.account_id)
  const [first] = accounts
  return (
    <>
      {first !== undefined && <FollowAll accounts={accounts} first={first} />}
      <ul class="account-rows" aria-label={collection.name}>
        {accounts.map((account) => (
          <li key={account.id}>
            <AccountRow account={account} actions={<FollowButton account={account} />} />
          </li>
        ))}
      </ul>
    </>
  )
}

function FollowAll({ accounts, first }: { accounts: readonly Account[]; first: Account }) {
  // the rows below read how the viewer stands to all of them, in one request
  const isKnown = useRelationship(first.id) !== null
  const all = useAction(async () => {
    if (await followAll(accounts)) tell(t('You follow all of them'))
  })
  return (
    <Button
      small
      kind="primary"
      busy={all.busy}
      disabled={!isKnown}
      onClick={() => void all.start()}
    >
      {t('Follow all')}
    </Button>
  )
}
