import { useState } from 'preact/hooks'
import { api } from '../../../shared/api.ts'
import { Button } from '../../../shared/components/button.tsx'
import { Dialog } from '../../../shared/components/dialog.tsx'
import { tell, tellError } from '../../../shared/components/toast.tsx'
import type { DeletedStatus, Status } from '../../../shared/entities/api.ts'
import { keepFocus } from '../../../shared/focus.ts'
import { t } from '../../../shared/i18n.ts'
import { go, place } from '../../../shared/router.ts'
import { openComposer } from '../../compose/open-composer.ts'
import { removeStatus } from '../../feed/feed-cache.ts'
import { statusPath } from '../../state/accounts.ts'

interface DeleteDialogProps {
  status: Status
  /** to be written anew */
  anew: boolean
  close: () => void
}

/** Asks before a post is deleted, and shows the way that loses less. */
export function DeleteDialog({ status, anew, close }: DeleteDialogProps) {
  const [busy, setBusy] = useState<'plain' | 'anew' | null>(null)
  const run = async (kind: 'plain' | 'anew') => {
    setBusy(kind)
    try {
      await deleteStatus(status, kind === 'anew')
      close()
      keepFocus()
    } catch (error) {
      tellError(error)
      setBusy(null)
    }
  }
  const others = status.favourites_count + status.reblogs_count + status.replies_count > 0
  return (
    <Dialog title={anew ? t('Delete and write anew?') : t('Delete this post?')} onClose={close}>
      <p>
        {t('It disappears here, and other servers are asked to delete it too.')}{' '}
        {others && t('Favourites and boosts are lost, and replies to it stand alone.')}
      </p>
      {!anew && <p>{t('To change something, edit it instead: then nothing is lost.')}</p>}
      <div class="buttons end">
        {!anew && (
          <Button kind="danger" busy={busy === 'plain'} onClick={() => void run('plain')}>
            {t('Delete')}
          </Button>
        )}
        <Button
          kind={anew ? 'danger' : 'secondary'}
          busy={busy === 'anew'}
          onClick={() => void run('anew')}
        >
          {t('Delete and write anew')}
        </Button>
        <Button onClick={close}>{t('Cancel')}</Button>
      </div>
    </Dialog>
  )
}

/** @param anew the text goes into the composer, and the server keeps the files for it */
export async function deleteStatus(status: Status, anew: boolean): Promise<void> {
  const body = { delete_media: !anew }
  const gone = await api.delete<DeletedStatus>(`/api/v1/statuses/${status.id}`, body)
  removeStatus(status.id)
  if (place.value.path.startsWith(statusPath(status))) go('/home', { replace: true })
  if (!anew) {
    tell(t('The post is deleted'))
    return
  }
  const { text, spoiler_text } = gone
  openComposer({ redraft: { status, source: { id: status.id, text, spoiler_text } } })
}
