import './dashboard.css'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { Tabs } from '../../../shared/components/tabs.tsx'
import { place } from '../../../shared/router.ts'
import { may } from '../../../shared/session.ts'
import { Dimensions } from './dimensions.tsx'
import { Measures } from './measures.tsx'
import { Retention } from './retention.tsx'
import { Waiting } from './waiting.tsx'

/** What waits, and how the server is doing. */
export function Page() {
  const days = Number(place.value.query.days ?? '30')
  return (
    <>
      <PageHead title="Dashboard" />
      <Waiting />
      {may('viewDashboard') && (
        <>
          <Tabs
            label="Period"
            name="days"
            usual="30"
            options={[
              ['7', '7 days'],
              ['30', '30 days'],
              ['90', '90 days'],
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
