import { ActionButton } from '../../../shared/components/action-button.tsx'
import { LinkButton } from '../../../shared/components/button.tsx'
import { Badge, Empty } from '../../../shared/components/notice.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { tell } from '../../../shared/components/toast.tsx'
import type {
  Account,
  Collection,
  CollectionItem,
  CollectionWithAccounts,
} from '../../../shared/entities/api.ts'
import { t } from '../../../shared/i18n.ts'
import { go } from '../../../shared/router.ts'
import { AccountRow } from '../account-row.tsx'
import { FindPeople } from '../find-people.tsx'
import { CollectionForm } from './collection-form.tsx'
import {
  addToCollection,
  changeCollection,
  collectionPath,
  deleteCollection,
  LIMITS,
  removeFromCollection,
} from './collections.ts'

/** Edits a collection and its accounts, and shows which of them have consented. */
export function CollectionEditor({ collection, accounts }: CollectionWithAccounts) {
  const remove = async () => {
    await deleteCollection(collection)
    tell(t('The collection is deleted'))
    go('/collections', { replace: true })
  }
  return (
    <>
      <PageHead
        title={t('Edit “{title}”', { title: collection.name })}
        up={{ href: '/collections', title: t('Collections') }}
        actions={<LinkButton href={collectionPath(collection)}>{t('Show it')}</LinkButton>}
      />
      <Members collection={collection} accounts={accounts} />
      <section class="page-section">
        <h2>{t('About the collection')}</h2>
        <CollectionForm
          collection={collection}
          submit={t('Save')}
          done={t('The collection is saved')}
          onSubmit={(texts) => changeCollection(collection.id, texts)}
        />
      </section>
      <section class="page-section">
        <ActionButton
          run={remove}
          question={{
            title: t('Delete “{title}”?', { title: collection.name }),
            text: t('It disappears from your profile and from other servers.'),
            confirm: t('Delete the collection'),
            danger: true,
          }}
        >
          {t('Delete the collection')}
        </ActionButton>
      </section>
    </>
  )
}

function Members({ collection, accounts }: CollectionWithAccounts) {
  const { items } = collection
  const isFull = items.length >= LIMITS.items
  return (
    <>
      <section class="page-section">
        <h2>{t('Add people')}</h2>
        {isFull ? (
          <Empty>{t('The collection is full: {n} people.', { n: LIMITS.items })}</Empty>
        ) : (
          <FindPeople
            label={t('Search for people')}
            actions={(account) => <AddKey collection={collection} account={account} />}
          />
        )}
      </section>
      <section class="page-section">
        <h2>{t('People in this collection')}</h2>
        {items.length === 0 ? (
          <Empty>{t('Nobody yet. Search above for people you recommend.')}</Empty>
        ) : (
          <ul class="account-rows">
            {items.map((item) => {
              const account = accounts.find(({ id }) => id === item.account_id)
              return (
                account && (
                  <li key={item.id}>
                    <Member collection={collection} item={item} account={account} />
                  </li>
                )
              )
            })}
          </ul>
        )}
      </section>
    </>
  )
}

interface MemberProps {
  collection: Collection
  item: CollectionItem
  account: Account
}

function Member({ collection, item, account }: MemberProps) {
  return (
    <AccountRow
      account={account}
      actions={
        <ActionButton
          small
          label={t('Remove @{acct}', { acct: account.acct })}
          run={() => removeFromCollection(collection, item)}
        >
          {t('Remove')}
        </ActionButton>
      }
    >
      <State of={item.state} />
    </AccountRow>
  )
}

/** State of an account's consent to being in the collection. */
function State({ of }: { of: CollectionItem['state'] }) {
  if (of === 'accepted') return <Badge tone="success">{t('Agreed')}</Badge>
  if (of === 'pending') return <Badge tone="warning">{t('Waits for their consent')}</Badge>
  return <Badge tone="danger">{of === 'rejected' ? t('Declined') : t('Left')}</Badge>
}

function AddKey({ collection, account }: Omit<MemberProps, 'item'>) {
  if (collection.items.some(({ account_id }) => account_id === account.id)) {
    return <span class="muted small">{t('Added')}</span>
  }
  const right = account.feature_approval.current_user
  if (right !== 'automatic' && right !== 'manual') {
    return <span class="muted small">{t('Does not want to be shown')}</span>
  }
  return (
    <ActionButton
      small
      kind="primary"
      label={t('Add @{acct}', { acct: account.acct })}
      run={() => addToCollection(collection, account)}
    >
      {right === 'manual' ? t('Ask to add') : t('Add')}
    </ActionButton>
  )
}
