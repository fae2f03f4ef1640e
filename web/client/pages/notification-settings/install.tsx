import { ActionButton } from '../../../shared/components/action-button.tsx'
import { t } from '../../../shared/i18n.ts'
import { server } from '../../../shared/session.ts'
import { install, installWay } from '../../push/install.ts'

/** How to make an app of the device of it. */
export function InstallSection() {
  const way = installWay()
  return (
    <section class="card" aria-labelledby="install-title">
      <h2 id="install-title">{t('As an app')}</h2>
      {way === 'installed' && <p>{t('{server} is installed here.', { server: server.title })}</p>}
      {way === 'by button' && (
        <>
          <p>{t('Open it from your home screen or desktop, in a window of its own.')}</p>
          <ActionButton run={install}>
            {t('Install {server}', { server: server.title })}
          </ActionButton>
        </>
      )}
      {way === 'by hand on iOS' && (
        <p>
          {t(
            'Open the share menu of Safari and choose “Add to Home Screen”. Notifications work there, too.',
          )}
        </p>
      )}
      {way === 'by the browser' && (
        <p>
          {t('If your browser can install pages, its menu says “Install” or “Add to home screen”.')}
        </p>
      )}
    </section>
  )
}
