import { useMemo } from 'preact/hooks'
import { Button } from '../../shared/components/button.tsx'
import { Dialog } from '../../shared/components/dialog.tsx'
import { displayName } from '../../shared/components/person.tsx'
import type { Account } from '../../shared/entities/api.ts'
import { t } from '../../shared/i18n.ts'
import { Download, Icon, Share2 } from '../../shared/icons.tsx'
import { handleOf } from '../people/handle.ts'
import { qrCodeOf } from './qr-code.ts'
import { savePicture } from './qr-picture.ts'
import './qr-dialog.css'

interface QrDialogProps {
  account: Account
  /** of the profile */
  address: string
  onClose: () => void
}

/** The address of a profile for the camera of somebody beside one. */
export function QrDialog({ account, address, onClose }: QrDialogProps) {
  const code = useMemo(() => qrCodeOf(address), [address])
  const { acct, username } = account
  return (
    <Dialog title={t('QR code')} onClose={onClose}>
      <figure class="qr-card">
        <svg
          class="qr-code"
          viewBox={`0 0 ${code.size} ${code.size}`}
          role="img"
          aria-label={t('QR code of the profile of @{acct}', { acct })}
        >
          <path d={code.path} />
        </svg>
        <figcaption>
          <bdi class="qr-name">{displayName(account)}</bdi>
          <span class="qr-handle" dir="ltr">
            {handleOf(account)}
          </span>
        </figcaption>
      </figure>
      <div class="buttons centred">
        <Button onClick={() => savePicture(code, `${username}-qr.png`)}>
          <Icon of={Download} size={18} /> {t('Save as a picture')}
        </Button>
        {navigator.share !== undefined && (
          // whoever closes the sheet wanted nothing
          <Button onClick={() => void navigator.share({ url: address }).catch(() => {})}>
            <Icon of={Share2} size={18} /> {t('Share')}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
