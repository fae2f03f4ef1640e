import { api } from '../../../shared/api.ts'
import { Loaded } from '../../../shared/components/loaded.tsx'
import type { Measure } from '../../../shared/entities/figures.ts'
import { t } from '../../../shared/i18n.ts'
import { useResource } from '../../../shared/use-resource.ts'
import { Figure } from '../../parts/figure.tsx'
import { lastDays } from '../../parts/period.ts'

const TITLES: Record<string, string> = {
  new_users: t('New people'),
  active_users: t('Active people'),
  interactions: t('Interactions'),
  opened_reports: t('Reports opened'),
  resolved_reports: t('Reports resolved'),
}

export function Measures({ days }: { days: number }) {
  const measures = useResource(`measures ${days}`, () =>
    api.post<Measure[]>('/api/v1/admin/measures', { keys: Object.keys(TITLES), ...lastDays(days) }),
  )
  return (
    <Loaded from={measures}>
      {(found) => (
        <ul class="measures">
          {found.map((measure) => (
            <li key={measure.key} class="card">
              <Figure title={TITLES[measure.key] ?? measure.key} measure={measure} days={days} />
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  )
}
