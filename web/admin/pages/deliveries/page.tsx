import { PageHead } from '../../../shared/components/page-head.tsx'
import { Tabs } from '../../../shared/components/tabs.tsx'
import { t } from '../../../shared/i18n.ts'
import { place } from '../../../shared/router.ts'
import { DeliveryList } from './delivery-list.tsx'
import { Hosts } from './hosts.tsx'

const STATES = [
  ['', t('By server')],
  ['waiting', t('Waiting')],
  ['failed', t('Never arrived')],
] as const

/** Pending and failed deliveries to other servers. */
export function Page() {
  const { state } = place.value.query
  return (
    <>
      <PageHead
        title={t('Deliveries')}
        lead={t(
          'What is on its way to other servers. Whatever fails is tried again, ever less often, for a week.',
        )}
      />
      <Tabs label={t('Deliveries')} name="state" options={STATES} />
      {state === undefined ? <Hosts /> : <DeliveryList state={state} />}
    </>
  )
}
