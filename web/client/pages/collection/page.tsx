import { LinkButton } from '../../../shared/components/button.tsx'
import { ErrorNotice, Loading } from '../../../shared/components/notice.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { t } from '../../../shared/i18n.ts'
import { place } from '../../../shared/router.ts'
import { viewer } from '../../../shared/session.ts'
import type { PageProps } from '../../page.ts'
import { CollectionEditor } from '../../people/collections/collection-editor.tsx'
import { CollectionView } from '../../people/collections/collection-view.tsx'
import { collectionOf } from '../../people/collections/collections.ts'
import { useCached } from '../../people/read-cache.ts'
import '../../people/people.css'
import '../../people/collections/collections.css'

export const prepare = ({ id = '' }: PageProps['params']) => collectionOf(id).read()

/** A collection to look at; to its owner with `?edit=1` one to change. */
export function Page({ params: { id = '' } }: PageProps) {
  const found = collectionOf(id)
  const shown = useCached(found)
  const error = found.error.value
  if (shown === null) {
    if (error === null) return <Loading />
    return error.status === 404 ? (
      <Gone />
    ) : (
      <>
        <PageHead title={t('Collection')} />
        <ErrorNotice error={error} retry={() => void found.reload()} />
      </>
    )
  }
  const isOwn = viewer?.account_id === shown.collection.account_id
  return isOwn && place.value.query.edit !== undefined ? (
    <CollectionEditor {...shown} />
  ) : (
    <CollectionView {...shown} />
  )
}

function Gone() {
  return (
    <>
      <PageHead title={t('This collection is not here')} />
      <p>{t('It may have been deleted, or its owner does not show it to you.')}</p>
      <LinkButton href={viewer === null ? '/explore' : '/collections'}>
        {viewer === null ? t('Explore') : t('Your collections')}
      </LinkButton>
    </>
  )
}
