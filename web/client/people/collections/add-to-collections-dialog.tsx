import { Button, LinkButton } from '../../../shared/components/button.tsx'
import { Dialog } from '../../../shared/components/dialog.tsx'
import { ErrorNotice, Loading } from '../../../shared/components/notice.tsx'
import { tellError } from '../../../shared/components/toast.tsx'
import type { Account, Collection } from '../../../shared/entities/api.ts'
import { plural, t } from '../../../shared/i18n.ts'
import { useCached } from '../read-cache.ts'
import { Toggles } from '../toggles.tsx'
import { addToCollection, ownCollections, removeFromCollection } from './collections.ts'

interface AddToCollectionsDialogProps {
  account: Account
  onClose: () => void
}

/** Which of the person's collections show somebody: each press counts at once. */
export function AddToCollectionsDialog({ account, onClose }: AddToCollectionsDialogProps) {
  const collections = useCached(ownCollections())
  const error = ownCollections().error.value
  const itemIn = ({ items }: Collection) =>
    items.find(({ account_id }) => account_id === account.id)
  const toggle = async (id: string) => {
    const collection = collections?.find((one) => one.id === id)
    if (collection === undefined) return
    const item = itemIn(collection)
    try {
      if (item === undefined) await addToCollection(collection, account)
      else await removeFromCollection(collection, item)
    } catch (problem) {
      tellError(problem)
      // shows again what is the case
      ownCollections().set([...(ownCollections().data.peek() ?? [])])
    }
  }
  return (
    <Dialog title={t('Collections with @{acct}', { acct: account.acct })} onClose={onClose}>
      {account.feature_approval.current_user === 'manual' && (
        <p class="muted">{t('They are asked first, and shown once they have agreed.')}</p>
      )}
      {collections === null ? (
        error === null ? (
          <Loading />
        ) : (
          <ErrorNotice error={error} retry={() => void ownCollections().reload()} />
        )
      ) : (
        <Toggles
          legend={t('Collections')}
          options={collections.map((collection) => ({
            id: collection.id,
            title: collection.name,
            hint:
              itemIn(collection)?.state === 'pending'
                ? t('Waits for their consent')
                : plural(collection.item_count, '{n} person', '{n} people'),
          }))}
          chosen={new Set(collections.filter(itemIn).map(({ id }) => id))}
          empty={t('You have no collections yet.')}
          onToggle={(id) => void toggle(id)}
        />
      )}
      <div class="buttons end">
        <LinkButton href="/collections">{t('Make a new one')}</LinkButton>
        <Button kind="primary" onClick={onClose}>
          {t('Done')}
        </Button>
      </div>
    </Dialog>
  )
}
