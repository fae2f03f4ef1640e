import { api } from '../../../shared/api.ts'
import { Loaded } from '../../../shared/components/loaded.tsx'
import type { Measure } from '../../../shared/entities/figures.ts'
import { useResource } from '../../../shared/resource.ts'
import { Figure } from '../../parts/figure.tsx'
import { lastDays } from '../../parts/period.ts'

const DAYS = 30
const TITLES: Readonly<Record<string, string>> = {
  instance_accounts: 'New accounts',
  instance_statuses: 'Posts',
  instance_follows: 'People here follow',
  instance_followers: 'Follow people here',
  instance_media_attachments: 'Media kept here',
  instance_reports: 'Reported',
}

/** What came of a server lately. */
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
      <h2 id="server-figures">The last {DAYS} days</h2>
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
