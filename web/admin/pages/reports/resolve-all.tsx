import { api } from '../../../shared/api.ts'
import { ActionButton } from '../../../shared/components/action-button.tsx'
import type { Report } from '../../../shared/entities/admin.ts'
import { plural, t } from '../../../shared/i18n.ts'
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
        title: t('Resolve {open} without action?', {
          open: plural(open.length, '{n} report', '{n} reports'),
        }),
        text: t(
          'The reports are closed, and nothing happens to the account. Each can be opened again.',
        ),
        confirm: t('Resolve them'),
      }}
      done={t('{open} resolved', { open: plural(open.length, '{n} report', '{n} reports') })}
      run={async () => {
        try {
          for (const { id } of open) await api.post(`/api/v1/admin/reports/${id}/resolve`)
        } finally {
          void refreshOverview()
          await onDone()
        }
      }}
    >
      {t('Resolve all {open}…', { open: open.length })}
    </ActionButton>
  )
}
