import { PageHead } from '../../../shared/components/page-head.tsx'
import { t } from '../../../shared/i18n.ts'
import { InstallSection } from './install.tsx'
import { PolicySection } from './policy.tsx'
import { PushSection } from './push.tsx'
import './settings.css'

/** Whose notifications come through, and how this device is told. */
export function Page() {
  return (
    <>
      <PageHead
        title={t('Notification settings')}
        up={{ href: '/notifications', title: t('Notifications') }}
      />
      <PushSection />
      <PolicySection />
      <InstallSection />
      <p>
        <a href="/settings/notifications">{t('Notifications by e-mail')}</a>
      </p>
    </>
  )
}
