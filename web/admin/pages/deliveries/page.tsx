import { PageHead } from '../../../shared/components/page-head.tsx'
import { Tabs } from '../../../shared/components/tabs.tsx'
import { place } from '../../../shared/router.ts'
import { DeliveryList } from './delivery-list.tsx'
import { Hosts } from './hosts.tsx'

const STATES = [
  ['', 'By server'],
  ['waiting', 'Waiting'],
  ['failed', 'Never arrived'],
] as const

/** What is on its way to other servers. */
export function Page() {
  const { state } = place.value.query
  return (
    <>
      <PageHead
        title="Deliveries"
        lead="What is on its way to other servers. Whatever fails is tried again, ever less often, for a week."
      />
      <Tabs label="Deliveries" name="state" options={STATES} />
      {state === undefined ? <Hosts /> : <DeliveryList state={state} />}
    </>
  )
}
