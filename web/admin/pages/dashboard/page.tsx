import { t } from '../../../shared/i18n.ts'
import './dashboard.css'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { Tabs } from '../../../shared/components/tabs.tsx'
import { place } from '../../../shared/router.ts'
import { may } from '../../../shared/session.ts'
import { Checklist } from './checklist.tsx'
import { Dimensions } from './dimensions.tsx'
import { Measures } from './measures.tsx'
import { Retention } from './retention.tsx'
import { Waiting } from './waiting.tsx'

/** Items that wait for the staff, and figures of the server. */
export function Page() {
  const days = Number(place.value.query.days ?? '30')
  return (
    <>
      <PageHead title={t('Dashboard')} />
      <Checklist />
      <Waiting />
      {may('viewDashboard') && (
        <>
          <Tabs
            label={t('Period')}
            name="days"
            usual="30"
            options={[
              ['7', t('7 days')],
              ['30', t('30 days')],
              ['90', t('90 days')],
            ]}
          />
          <Measures days={days} />
          <Retention />
          <Dimensions days={days} />
        </>
      )}
    </>
  )
}
