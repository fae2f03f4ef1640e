import { api } from '../../../shared/api.ts'
import { Card } from '../../../shared/components/card.tsx'
import { HeatTable } from '../../../shared/components/chart.tsx'
import { Loaded } from '../../../shared/components/loaded.tsx'
import type { Cohort } from '../../../shared/entities/figures.ts'
import { language, t } from '../../../shared/i18n.ts'
import { useResource } from '../../../shared/use-resource.ts'
import { lastMonths } from '../../parts/period.ts'

const MONTHS = 6
const MONTH = new Intl.DateTimeFormat(language(), {
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** Of those who joined in a month, how many are still here in those after it. */
export function Retention() {
  const cohorts = useResource('retention', () =>
    api.post<Cohort[]>('/api/v1/admin/retention', { ...lastMonths(MONTHS), frequency: 'month' }),
  )
  return (
    <Card title={t('Who stays')}>
      <Loaded from={cohorts}>{(found) => <Cohorts cohorts={found} />}</Loaded>
    </Card>
  )
}

function Cohorts({ cohorts }: { cohorts: readonly Cohort[] }) {
  const rows = cohorts
    .map(({ period, data }) => ({
      title: MONTH.format(new Date(period)),
      total: Number(data[0]?.value ?? 0),
      // the first month is always all of them
      shares: data.slice(1).map(({ rate }) => rate),
    }))
    .filter(({ total }) => total > 0)
  if (rows.length === 0)
    return (
      <p class="muted">{t('Nobody joined in the last {months} months.', { months: MONTHS })}</p>
    )
  const columns = Array.from({ length: MONTHS - 1 }, (_, index) => t('+{n} mo.', { n: index + 1 }))
  return (
    <HeatTable
      caption={t('People who were active some months after they joined')}
      titles={[t('Joined in|a month'), t('People')]}
      columns={columns}
      rows={rows}
    />
  )
}
