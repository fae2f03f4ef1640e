import { PageHead } from '../../../shared/components/page-head.tsx'
import { t } from '../../../shared/i18n.ts'
import { DevicesSection } from './devices.tsx'
import { DigestSection } from './digest.tsx'
import { InstallSection } from './install.tsx'
import { PolicySection } from './policy.tsx'
import { PushSection } from './push.tsx'
import './settings.css'

/** The notification policy, and push notifications of this device. */
export function Page() {
  return (
    <>
      <PageHead
        title={t('Notification settings')}
        up={{ href: '/notifications', title: t('Notifications') }}
      />
      <PushSection />
      <PolicySection />
      <DigestSection />
      <DevicesSection />
      <InstallSection />
    </>
  )
}
