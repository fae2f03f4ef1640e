import { api } from '../../../shared/api.ts'
import { Card } from '../../../shared/components/card.tsx'
import { Bars } from '../../../shared/components/chart.tsx'
import { Loaded } from '../../../shared/components/loaded.tsx'
import { Tabs } from '../../../shared/components/tabs.tsx'
import type { Dimension, Measure } from '../../../shared/entities/figures.ts'
import { t } from '../../../shared/i18n.ts'
import { place } from '../../../shared/router.ts'
import { useResource } from '../../../shared/use-resource.ts'
import { itemTitle } from '../../parts/dimension-items.ts'
import { Figure } from '../../parts/figure.tsx'
import { lastDays } from '../../parts/period.ts'

const MEASURES: Readonly<Record<string, string>> = {
  tag_accounts: t('People'),
  tag_uses: t('Uses'),
  tag_servers: t('Servers'),
}
const DIMENSIONS: Readonly<Record<string, string>> = {
  tag_servers: t('Servers that use it most'),
  tag_languages: t('Languages'),
}
/** entries of a dimension */
const MOST = 8

/** How a hashtag is used. @param id of the tag */
export function TagFigures({ id }: { id: string }) {
  const days = Number(place.value.query.days ?? '30')
  const about = (titles: object) => ({
    keys: Object.keys(titles),
    ...Object.fromEntries(Object.keys(titles).map((key) => [key, { id }])),
    ...lastDays(days),
  })
  const measures = useResource(`measures of tag ${id} ${days}`, () =>
    api.post<Measure[]>('/api/v1/admin/measures', about(MEASURES)),
  )
  const dimensions = useResource(`dimensions of tag ${id} ${days}`, () =>
    api.post<Dimension[]>('/api/v1/admin/dimensions', { ...about(DIMENSIONS), limit: MOST }),
  )
  return (
    <>
      <Tabs
        label={t('Period')}
        name="days"
        usual="30"
        options={[
          ['7', t('7 days')],
          ['30', t('30 days')],
          ['90', t('90 days')],
        ]}
      />
      <Loaded from={measures}>
        {(found) => (
          <ul class="measures">
            {found.map((measure) => (
              <li key={measure.key} class="card">
                <Figure
                  title={MEASURES[measure.key] ?? measure.key}
                  measure={measure}
                  days={days}
                />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <Loaded from={dimensions}>
        {(found) => (
          <div class="columns">
            {found.map(({ key, data }) => (
              <Shares key={key} dimension={key} data={data} />
            ))}
          </div>
        )}
      </Loaded>
    </>
  )
}

function Shares({ dimension, data }: { dimension: string; data: Dimension['data'] }) {
  const title = DIMENSIONS[dimension] ?? dimension
  return (
    <Card title={title}>
      {data.length === 0 ? (
        <p class="muted">{t('Nothing in these days.')}</p>
      ) : (
        <Bars
          label={title}
          bars={data.map((item) => ({
            title: itemTitle(dimension, item),
            value: Number(item.value),
          }))}
        />
      )}
    </Card>
  )
}
