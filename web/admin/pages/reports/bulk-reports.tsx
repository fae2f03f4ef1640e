import { api } from '../../../shared/api.ts'
import { ActionButton } from '../../../shared/components/action-button.tsx'
import { tell } from '../../../shared/components/toast.tsx'
import type { Report } from '../../../shared/entities/admin.ts'
import { plural, t } from '../../../shared/i18n.ts'
import { me } from '../../../shared/session.ts'
import type { PagedList } from '../../../shared/use-resource.ts'
import { refreshOverview } from '../../overview.ts'
import { Bulk } from '../../parts/bulk.tsx'
import { ChooseAll } from '../../parts/choose-all.tsx'
import type { Chosen } from '../../parts/choose-box.tsx'

/** Takes or resolves several reports of the page. */
export function BulkReports({ list, chosen }: { list: PagedList<Report>; chosen: Chosen }) {
  const reports = list.items.filter(({ id }) => chosen.has(id))
  const open = reports.filter(({ action_taken }) => !action_taken)
  const free = open.filter(({ assigned_account }) => assigned_account?.id !== me.account_id)
  const each = async (some: readonly Report[], step: string) => {
    let done = 0
    try {
      for (const { id } of some) {
        await api.post(`/api/v1/admin/reports/${id}/${step}`)
        done += 1
      }
    } finally {
      // those that failed stay chosen, to be tried again
      chosen.set(some.slice(done).map(({ id }) => id))
      void refreshOverview()
      await list.reload()
    }
  }
  return (
    <Bulk chosen={chosen}>
      <ChooseAll chosen={chosen} entries={list.items} />
      <div class="buttons">
        <ActionButton
          small
          disabled={free.length === 0}
          run={async () => {
            await each(free, 'assign_to_self')
            tell(plural(free.length, '{n} report is yours now', '{n} reports are yours now'))
          }}
        >
          {t('Take them')}
        </ActionButton>
        <ActionButton
          small
          disabled={open.length === 0}
          question={{
            title: plural(
              open.length,
              'Resolve {n} report without action?',
              'Resolve {n} reports without action?',
            ),
            text: t(
              'The reports are closed, and nothing happens to the accounts. Each can be opened again.',
            ),
            confirm: t('Resolve them'),
          }}
          run={async () => {
            await each(open, 'resolve')
            tell(plural(open.length, '{n} report resolved', '{n} reports resolved'))
          }}
        >
          {t('Resolve them…')}
        </ActionButton>
      </div>
    </Bulk>
  )
}
