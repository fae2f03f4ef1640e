import { api } from '../../../shared/api.ts'
import { ActionButton } from '../../../shared/components/button.tsx'
import type { Report } from '../../../shared/entities/admin.ts'
import { count } from '../../../shared/format.ts'
import { refreshOverview } from '../../overview.ts'

interface ResolveAllProps {
  reports: readonly Report[]
  onDone: () => Promise<void>
}

/** Several people reported the same, and it is nothing: one press instead of many. */
export function ResolveAll({ reports, onDone }: ResolveAllProps) {
  const open = reports.filter(({ action_taken }) => !action_taken)
  if (open.length < 2) return null
  return (
    <ActionButton
      small
      question={{
        title: `Resolve ${count(open.length, 'report')} without action?`,
        text: 'The reports are closed, and nothing happens to the account. Each can be opened again.',
        confirm: 'Resolve them',
      }}
      done={`${count(open.length, 'report')} resolved`}
      run={async () => {
        try {
          for (const { id } of open) await api.post(`/api/v1/admin/reports/${id}/resolve`)
        } finally {
          void refreshOverview()
          await onDone()
        }
      }}
    >
      Resolve all {open.length}…
    </ActionButton>
  )
}
