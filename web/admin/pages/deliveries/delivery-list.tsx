import { api } from '../../../shared/api.ts'
import { ActionButton } from '../../../shared/components/action-button.tsx'
import { Filters } from '../../../shared/components/filters.tsx'
import { type Column, ListTable } from '../../../shared/components/table.tsx'
import { Time } from '../../../shared/components/time.tsx'
import type { Delivery } from '../../../shared/entities/federation.ts'
import { formatNumber } from '../../../shared/format.ts'
import { t } from '../../../shared/i18n.ts'
import { rich } from '../../../shared/rich.ts'
import { place } from '../../../shared/router.ts'
import { type PagedList, useList } from '../../../shared/use-resource.ts'
import { MaybeLink } from '../../parts/maybe-link.tsx'
import { accountHref } from '../../parts/page-links.ts'

export const DELIVERIES = '/api/rookery/v1/admin/deliveries'

const FILTERS = [{ name: 'host', label: t('Server'), placeholder: 'example.org' }]

const COLUMNS: readonly Column<Delivery>[] = [
  {
    title: t('What'),
    main: true,
    cell: ({ activity_type, host, account, last_error }) => (
      <>
        {rich('{activity} to {host}', { activity: <strong>{activity_type}</strong>, host })}
        {account !== null && (
          <div class="small">
            {t('by')} <MaybeLink href={accountHref(account.id)}>@{account.acct}</MaybeLink>
          </div>
        )}
        {last_error !== null && <div class="muted small">{last_error}</div>}
      </>
    ),
  },
  { title: t('Tries'), numeric: true, cell: ({ attempts }) => formatNumber(attempts) },
  {
    title: t('Next try'),
    cell: ({ next_try_at }) => (next_try_at === null ? t('None') : <Time at={next_try_at} />),
  },
  { title: t('Since'), cell: ({ created_at }) => <Time at={created_at} /> },
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
        caption={isFailed ? t('What never arrived') : t('What waits')}
        keyOf={({ id }) => id}
        empty={isFailed ? t('Nothing was lost.') : t('Nothing waits.')}
        columns={[
          ...COLUMNS,
          { title: t('Actions'), cell: (one) => <Deeds one={one} list={list} /> },
        ]}
      />
    </>
  )
}

function Deeds({ one, list }: { one: Delivery; list: PagedList<Delivery> }) {
  const { id, host, activity_type } = one
  const what = t('{activity} to {host}', { activity: activity_type, host })
  return (
    <div class="buttons">
      <ActionButton
        small
        label={t('Try now: {what}', { what })}
        done={t('It is tried at once')}
        run={async () => {
          await api.post(`${DELIVERIES}/${id}/retry`)
          await list.reload()
        }}
      >
        {t('Try now')}
      </ActionButton>
      <ActionButton
        small
        label={t('Drop: {what}', { what })}
        question={{
          title: t('Send it no more?'),
          text: t('{host} will never get it.', { host }),
          confirm: t('Drop it'),
          danger: true,
        }}
        done={t('It is dropped')}
        run={async () => {
          await api.delete(`${DELIVERIES}/${id}`)
          list.replace((other) => other.id === id, null)
        }}
      >
        {t('Drop…')}
      </ActionButton>
    </div>
  )
}
