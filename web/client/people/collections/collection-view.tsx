import { useState } from 'preact/hooks'
import { ActionButton } from '../../../shared/components/action-button.tsx'
import { Button, LinkButton } from '../../../shared/components/button.tsx'
import { Empty, Notice } from '../../../shared/components/notice.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import type { Account, CollectionWithAccounts } from '../../../shared/entities/api.ts'
import { plural, t } from '../../../shared/i18n.ts'
import { Flag, Icon, Link } from '../../../shared/icons.tsx'
import { may, viewer } from '../../../shared/session.ts'
import { AccountRow } from '../account-row.tsx'
import { copy } from '../copy-text.ts'
import { FollowButton } from '../follow-button.tsx'
import { openReport } from '../open-dialogs.ts'
import { useCached } from '../read-cache.ts'
import { collectionPath, leaveCollection } from './collections.ts'
import { offerToNewcomers, starterCollections } from './starters.ts'

/** A collection as everybody sees it. */
export function CollectionView({ collection, accounts }: CollectionWithAccounts) {
  const [isRevealed, reveal] = useState(!collection.sensitive)
  const owner = accounts.find(({ id }) => id === collection.account_id)
  const isOwn = viewer?.account_id === collection.account_id
  return (
    <>
      <PageHead
        title={collection.name}
        heading={<bdi>{collection.name}</bdi>}
        actions={
          isOwn && (
            <LinkButton kind="primary" href={`${collectionPath(collection)}?edit=1`}>
              {t('Edit')}
            </LinkButton>
          )
        }
      />
      {owner && (
        <div class="collection-owner">
          <AccountRow account={owner} actions={<FollowButton account={owner} />}>
            <span class="muted small">{t('made this collection')}</span>
          </AccountRow>
        </div>
      )}
      <Ways collection={collection} owner={owner} />
      <OwnPlace collection={collection} />
      {isRevealed ? (
        <>
          <About collection={collection} />
          <People collection={collection} accounts={accounts} />
        </>
      ) : (
        <Notice tone="warning">
          <p>{t('This collection is marked as sensitive.')}</p>
          <Button small onClick={() => reveal(true)}>
            {t('Show anyway')}
          </Button>
        </Notice>
      )}
    </>
  )
}

type Collection = CollectionWithAccounts['collection']

function About({ collection }: { collection: Collection }) {
  const { description, tag, item_count, language } = collection
  return (
    <div class="collection-about">
      {description !== '' && (
        <p dir="auto" lang={language ?? undefined}>
          {description}
        </p>
      )}
      <p class="muted">
        {plural(item_count, '{n} person', '{n} people')}
        {tag !== null && (
          <>
            {' · '}
            <a href={`/tags/${encodeURIComponent(tag.name)}`}>#{tag.name}</a>
          </>
        )}
      </p>
    </div>
  )
}

function Ways({ collection, owner }: { collection: Collection; owner: Account | undefined }) {
  const isOwn = viewer?.account_id === collection.account_id
  const address = collection.url ?? `${location.origin}${collectionPath(collection)}`
  return (
    <div class="buttons collection-about">
      <Button small onClick={() => void copy(address, t('The address is copied'))}>
        <Icon of={Link} size={16} /> {t('Copy the address')}
      </Button>
      {viewer !== null && !isOwn && owner !== undefined && (
        <Button small onClick={() => openReport({ account: owner, collections: [collection] })}>
          <Icon of={Flag} size={16} /> {t('Report|verb')}
        </Button>
      )}
      {may('manageSettings') && <OfferButton collection={collection} />}
    </div>
  )
}

/** For the staff: newcomers are offered the collection in their first steps. */
function OfferButton({ collection }: { collection: Collection }) {
  const offered = useCached(starterCollections())
  if (offered === null) return null
  const isOffered = offered.some(({ id }) => id === collection.id)
  return (
    <ActionButton
      small
      run={() => offerToNewcomers(collection, !isOffered)}
      done={
        isOffered
          ? t('Newcomers are no longer offered it')
          : t('Newcomers are offered it from now on')
      }
    >
      {isOffered ? t('No longer offer to newcomers') : t('Offer to newcomers')}
    </ActionButton>
  )
}

/** Lets an account in the collection leave it. */
function OwnPlace({ collection }: { collection: Collection }) {
  const item = collection.items.find(({ account_id }) => account_id === viewer?.account_id)
  if (viewer === null || item === undefined || collection.account_id === viewer.account_id) {
    return null
  }
  return (
    <Notice>
      <p>{t('You are in this collection.')}</p>
      <ActionButton
        small
        run={() => leaveCollection(collection, item)}
        done={t('You are no longer in the collection')}
        question={{
          title: t('Leave “{name}”?', { name: collection.name }),
          text: t('You are no longer shown in it. Its owner cannot add you again.'),
          confirm: t('Leave'),
          danger: true,
        }}
      >
        {t('Leave')}
      </ActionButton>
    </Notice>
  )
}

function People({ collection, accounts }: CollectionWithAccounts) {
  const people = collection.items.flatMap(
    (item) =>
      (item.state === 'accepted' && accounts.find(({ id }) => id === item.account_id)) || [],
  )
  if (people.length === 0) return <Empty>{t('Nobody is in this collection yet.')}</Empty>
  return (
    <ul class="account-rows" aria-label={t('People in this collection')}>
      {people.map((account) => (
        <li key={account.id}>
          <AccountRow account={account} actions={<FollowButton account={account} />} />
        </li>
      ))}
    </ul>
  )
}
