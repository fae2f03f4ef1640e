import { Dialog } from '../../shared/components/dialog.tsx'
import type { Account } from '../../shared/entities/api.ts'
import { t } from '../../shared/i18n.ts'
import './dialogs.css'

interface PictureDialogProps {
  account: Account
  onClose: () => void
}

/** Somebody's picture, as large as there is room. */
export function PictureDialog({ account, onClose }: PictureDialogProps) {
  const { acct, avatar, avatar_description: description } = account
  return (
    <Dialog title={t('Picture of @{acct}', { acct })} onClose={onClose}>
      <figure class="large-picture">
        <img src={avatar} alt={description} />
        {description !== '' && <figcaption class="muted small">{description}</figcaption>}
      </figure>
    </Dialog>
  )
}
