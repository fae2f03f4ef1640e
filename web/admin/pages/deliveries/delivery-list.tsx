import { api } from '../../../shared/api.ts'
import { ActionButton } from '../../../shared/components/button.tsx'
import { Filters } from '../../../shared/components/filters.tsx'
import { type Column, ListTable } from '../../../shared/components/table.tsx'
import { Time } from '../../../shared/components/time.tsx'
import type { Delivery } from '../../../shared/entities/federation.ts'
import { formatNumber } from '../../../shared/format.ts'
import { type PagedList, useList } from '../../../shared/resource.ts'
import { place } from '../../../shared/router.ts'
import { MaybeLink } from '../../parts/maybe-link.tsx'
import { accountHref } from '../../parts/places.ts'

export const DELIVERIES = '/api/rookery/v1/admin/deliveries'

const FILTERS = [{ name: 'host', label: 'Server', placeholder: 'example.org' }]

const COLUMNS: readonly Column<Delivery>[] = [
  {
    title: 'What',
    main: true,
    cell: ({ activity_type, host, account, last_error }) => (
      <>
        <strong>{activity_type}</strong> to {host}
        {account !== null && (
          <div class="small">
            by <MaybeLink href={accountHref(account.id)}>@{account.acct}</MaybeLink>
          </div>
        )}
        {last_error !== null && <div class="muted small">{last_error}</div>}
      </>
    ),
  },
  { title: 'Tries', numeric: true, cell: ({ attempts }) => formatNumber(attempts) },
  {
    title: 'Next try',
    cell: ({ next_try_at }) => (next_try_at === null ? 'None' : <Time at={next_try_at} />),
  },
  { title: 'Since', cell: ({ created_at }) => <Time at={created_at} /> },
]

export function DeliveryList({ state }: { state: string }) {
  const { host } = place.value.query
  const list = useList<Delivery>(DELIVERIES, { state, host })
  const isFailed = state === 'failed'
  return (
    <>
      <Filters filters={FILTERS} />
      <ListTable
        list={list}
        caption={isFailed ? 'What never arrived' : 'What waits'}
        keyOf={({ id }) => id}
        empty={isFailed ? 'Nothing was lost.' : 'Nothing waits.'}
        columns={[...COLUMNS, { title: 'Actions', cell: (one) => <Deeds one={one} list={list} /> }]}
      />
    </>
  )
}

function Deeds({ one, list }: { one: Delivery; list: PagedList<Delivery> }) {
  const { id, host, activity_type } = one
  const what = `${activity_type} to ${host}`
  return (
    <div class="buttons">
      <ActionButton
        small
        label={`Try now: ${what}`}
        done="It is tried at once"
        run={async () => {
          await api.post(`${DELIVERIES}/${id}/retry`)
          await list.reload()
        }}
      >
        Try now
      </ActionButton>
      <ActionButton
        small
        label={`Drop: ${what}`}
        question={{
          title: 'Send it no more?',
          text: `${host} will never get it.`,
          confirm: 'Drop it',
          danger: true,
        }}
        done="It is dropped"
        run={async () => {
          await api.delete(`${DELIVERIES}/${id}`)
          list.replace((other) => other.id === id, null)
        }}
      >
        Drop…
      </ActionButton>
    </div>
  )
}
