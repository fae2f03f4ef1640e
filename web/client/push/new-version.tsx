import { Button } from '../../shared/components/button.tsx'
import { t } from '../../shared/i18n.ts'
import { Icon, RefreshCw } from '../../shared/icons.tsx'
import { newVersion } from './service-worker.ts'
import './new-version.css'

/** Offers a newer client quietly: what is being read or written is left alone until the person wants it. */
export function NewVersion() {
  return (
    <div class="new-version-place" role="status">
      {newVersion.value && (
        <p class="new-version">
          {t('There is a new version.')}
          <Button small kind="primary" onClick={() => location.reload()}>
            <Icon of={RefreshCw} size={16} /> {t('Reload for the new version')}
          </Button>
          <Button
            small
            kind="quiet"
            onClick={() => {
              newVersion.value = false
            }}
          >
            {t('Later')}
          </Button>
        </p>
      )}
    </div>
  )
}
