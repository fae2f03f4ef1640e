import { useState } from 'preact/hooks'
import { Button } from '../../../shared/components/button.tsx'
import { Empty, ErrorNotice, Loading, Notice } from '../../../shared/components/notice.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import type { Collection } from '../../../shared/entities/api.ts'
import { t } from '../../../shared/i18n.ts'
import { Icon, Plus } from '../../../shared/icons.tsx'
import { go } from '../../../shared/router.ts'
import { CollectionCard } from '../../people/collections/collection-card.tsx'
import { CollectionForm } from '../../people/collections/collection-form.tsx'
import {
  collectionPath,
  collectionsWithMe,
  createCollection,
  ownCollections,
} from '../../people/collections/collections.ts'
import { type Cached, useCached } from '../../people/read-cache.ts'
import { account } from '../../state/server.ts'
import '../../people/people.css'

export const prepare = () => Promise.all([ownCollections().read(), collectionsWithMe().read()])

/** The person's collections, those that show them, and a new one. */
export function Page() {
  const own = useCached(ownCollections())
  const [isAdding, setAdding] = useState(false)
  const limit = account.value?.role.collection_limit ?? null
  const isFull = own !== null && limit !== null && own.length >= limit
  return (
    <>
      <PageHead
        title={t('Collections')}
        lead={t('Recommend people to others: a collection is public, with up to 25 people in it.')}
        actions={
          !isAdding &&
          !isFull && (
            <Button kind="primary" onClick={() => setAdding(true)}>
              <Icon of={Plus} size={16} /> {t('New collection')}
            </Button>
          )
        }
      />
      {isFull && (
        <Notice>
          <p>{t('You have as many collections as you can have: {n}.', { n: limit ?? 0 })}</p>
        </Notice>
      )}
      {isAdding && (
        <section class="card" aria-label={t('New collection')}>
          <CollectionForm
            submit={t('Make the collection')}
            onCancel={() => setAdding(false)}
            onSubmit={async (texts) => {
              const made = await createCollection(texts)
              go(`${collectionPath(made)}?edit=1`)
            }}
          />
        </section>
      )}
      <Collections from={ownCollections()} label={t('Your collections')}>
        {t('You have no collections yet.')}
      </Collections>
      <section class="page-section">
        <h2>{t('Collections that show you')}</h2>
        <Collections from={collectionsWithMe()} label={t('Collections that show you')}>
          {t('Nobody shows you in a collection yet.')}
        </Collections>
      </section>
    </>
  )
}

interface CollectionsProps {
  from: Cached<readonly Collection[]>
  label: string
  /** what stands there if there are none */
  children: string
}

function Collections({ from, label, children }: CollectionsProps) {
  const collections = useCached(from)
  const error = from.error.value
  if (collections === null) {
    if (error === null) return <Loading />
    return <ErrorNotice error={error} retry={() => void from.reload()} />
  }
  if (collections.length === 0) return <Empty>{children}</Empty>
  return (
    <ul class="collection-list" aria-label={label}>
      {collections.map((collection) => (
        <li key={collection.id}>
          <CollectionCard collection={collection} />
        </li>
      ))}
    </ul>
  )
}
