import { api } from '../../../shared/api.ts'
import { Loaded } from '../../../shared/components/loaded.tsx'
import type { Measure } from '../../../shared/entities/figures.ts'
import { t } from '../../../shared/i18n.ts'
import { useResource } from '../../../shared/use-resource.ts'
import { Figure } from '../../parts/figure.tsx'
import { lastDays } from '../../parts/period.ts'

const DAYS = 30
const TITLES: Readonly<Record<string, string>> = {
  instance_accounts: t('New accounts'),
  instance_statuses: t('Posts'),
  instance_follows: t('People here follow'),
  instance_followers: t('Follow people here'),
  instance_media_attachments: t('Media kept here'),
  instance_reports: t('Reported|how often'),
}

/** Figures about a server's recent activity. */
export function ServerFigures({ domain }: { domain: string }) {
  const keys = Object.keys(TITLES)
  const measures = useResource(`measures of ${domain}`, () =>
    api.post<Measure[]>('/api/v1/admin/measures', {
      keys,
      ...lastDays(DAYS),
      ...Object.fromEntries(keys.map((key) => [key, { domain }])),
    }),
  )
  return (
    <section aria-labelledby="server-figures">
      <h2 id="server-figures">{t('The last {days} days', { days: DAYS })}</h2>
      <Loaded from={measures}>
        {(found) => (
          <ul class="measures">
            {found.map((one) => (
              <li key={one.key} class="card">
                <Figure title={TITLES[one.key] ?? one.key} measure={one} days={DAYS} level={3} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  )
}
