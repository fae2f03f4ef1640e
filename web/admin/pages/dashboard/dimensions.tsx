import { api } from '../../../shared/api.ts'
import { Card } from '../../../shared/components/card.tsx'
import { Bars } from '../../../shared/components/chart.tsx'
import { Loaded } from '../../../shared/components/loaded.tsx'
import type { Dimension } from '../../../shared/entities/figures.ts'
import { t } from '../../../shared/i18n.ts'
import { useResource } from '../../../shared/use-resource.ts'
import { itemAmount, itemTitle } from '../../parts/dimension-items.ts'
import { lastDays } from '../../parts/period.ts'

const TITLES: Record<string, string> = {
  sources: t('Where people signed up'),
  languages: t('Languages of active people'),
  servers: t('Servers with most posts'),
  space_usage: t('Room taken'),
  software_versions: t('Software'),
}
/** what is no amount */
const WITHOUT_BARS = ['software_versions']

export function Dimensions({ days }: { days: number }) {
  const dimensions = useResource(`dimensions ${days}`, () =>
    api.post<Dimension[]>('/api/v1/admin/dimensions', {
      keys: Object.keys(TITLES),
      ...lastDays(days),
      limit: 8,
    }),
  )
  return (
    <Loaded from={dimensions}>
      {(found) => (
        <div class="columns">
          {found.map((dimension) => (
            <Card key={dimension.key} title={TITLES[dimension.key] ?? dimension.key}>
              <Values dimension={dimension} />
            </Card>
          ))}
        </div>
      )}
    </Loaded>
  )
}

function Values({ dimension: { key, data } }: { dimension: Dimension }) {
  if (data.length === 0) return <p class="muted">{t('Nothing in these days.')}</p>
  if (WITHOUT_BARS.includes(key)) {
    return (
      <dl class="facts">
        {data.map((entry) => (
          <div key={entry.key}>
            <dt>{entry.human_key}</dt>
            <dd>{entry.human_value ?? entry.value}</dd>
          </div>
        ))}
      </dl>
    )
  }
  return (
    <Bars
      label={TITLES[key] ?? key}
      bars={data.map((item) => {
        const text = itemAmount(item)
        return {
          title: itemTitle(key, item),
          value: Number(item.value),
          ...(text === undefined ? {} : { text }),
        }
      })}
    />
  )
}
