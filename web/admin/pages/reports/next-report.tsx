import { api } from '../../../shared/api.ts'
import { LinkButton } from '../../../shared/components/button.tsx'
import type { Report } from '../../../shared/entities/admin.ts'
import { t } from '../../../shared/i18n.ts'
import { useResource } from '../../../shared/use-resource.ts'

const PATH = '/api/v1/admin/reports'

/** Leads to the open report after this one, and from the oldest to the newest: so the pile can be worked through. */
export function NextReport({ id }: { id: string }) {
  const next = useResource(`next report ${id}`, async () => {
    const [older] = await api.get<Report[]>(PATH, { max_id: id, limit: 1 })
    if (older !== undefined) return { id: older.id }
    const newest = await api.get<Report[]>(PATH, { limit: 2 })
    return { id: newest.find((report) => report.id !== id)?.id ?? null }
  })
  if (next.data === null || next.data.id === null) return null
  return <LinkButton href={`/admin/reports/${next.data.id}`}>{t('Next open report ›')}</LinkButton>
}
