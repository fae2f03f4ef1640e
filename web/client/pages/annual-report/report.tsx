import { Button } from '../../../shared/components/button.tsx'
import { Bars } from '../../../shared/components/chart.tsx'
import type { Status, WrappedAnnualReports } from '../../../shared/entities/api.ts'
import { formatNumber, language, plural, t } from '../../../shared/i18n.ts'
import { Icon, Share2 } from '../../../shared/icons.tsx'
import { server } from '../../../shared/session.ts'
import { openComposer } from '../../compose/open-composer.ts'
import { keepPost } from '../../state/statuses.ts'
import { StatusCard } from '../../status/status-card.tsx'
import { allMonths, type Month, totalsOf, type YearTotals } from '../../year/months.ts'
import { MonthPlot } from './month-plot.tsx'
import './annual-report.css'

type Data = WrappedAnnualReports['annual_reports'][number]['data']

/** so many of the hashtags are shown */
const MOST_TAGS = 10

/** A year: what it came to, its months, its hashtags and its posts. */
export function Report({ answer }: { answer: WrappedAnnualReports }) {
  const [report] = answer.annual_reports
  if (report === undefined) return null
  const { data } = report
  const months = allMonths(data.time_series)
  const totals = totalsOf(months)
  const best = bestPosts(data, answer.statuses)
  return (
    <div class="year">
      <Lead report={report} totals={totals} best={best[0]?.status} />
      <section class="card" aria-labelledby="year-months">
        <h2 id="year-months">{t('Month by month')}</h2>
        <MonthPlot
          title={t('Posts')}
          values={months.map(({ statuses }) => statuses)}
          name={monthName}
        />
        <MonthPlot
          title={t('New followers')}
          values={months.map(({ followers }) => followers)}
          name={monthName}
          isSecond
        />
        <MonthTable months={months} />
      </section>
      {data.top_hashtags.length > 0 && (
        <section class="card" aria-labelledby="year-tags">
          <h2 id="year-tags">{t('Your hashtags')}</h2>
          <Bars
            label={t('Your hashtags')}
            bars={data.top_hashtags.slice(0, MOST_TAGS).map(({ name, count }) => ({
              title: `#${name}`,
              value: count,
              text: plural(count, '{n} time', '{n} times'),
            }))}
          />
        </section>
      )}
      {best.map(({ title, status }) => (
        <section key={title} aria-label={title}>
          <h2 class="year-best">{title}</h2>
          <div class="feed">
            <StatusCard post={keepPost(status)} context="account" />
          </div>
        </section>
      ))}
    </div>
  )
}

interface LeadProps {
  report: WrappedAnnualReports['annual_reports'][number]
  totals: YearTotals
  best: Status | undefined
}

function Lead({ report: { data, year }, totals, best }: LeadProps) {
  return (
    <section class="year-lead" aria-label={t('In short')}>
      <h2>{archetypeWords(data.archetype).name}</h2>
      <p>{archetypeWords(data.archetype).text}</p>
      <dl class="year-figures">
        <Figure
          value={formatNumber(totals.statuses)}
          name={plural(totals.statuses, 'post', 'posts')}
        />
        <Figure
          value={formatNumber(totals.followers)}
          name={plural(totals.followers, 'new follower', 'new followers')}
        />
        {totals.busiest !== null && (
          <Figure value={monthName(totals.busiest, 'long')} name={t('busiest month')} />
        )}
      </dl>
      <Button
        kind="primary"
        onClick={() => openComposer({ text: shareText(year, data, totals, best) })}
      >
        <Icon of={Share2} size={18} /> {t('Share it as a post')}
      </Button>
    </section>
  )
}

function Figure({ value, name }: { value: string; name: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

/** The same as the plots show, for who reads rather than looks. */
function MonthTable({ months }: { months: readonly Month[] }) {
  return (
    <details class="year-table">
      <summary>{t('As a table')}</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('Month')}</th>
            <th scope="col">{t('Posts')}</th>
            <th scope="col">{t('New followers')}</th>
          </tr>
        </thead>
        <tbody>
          {months.map(({ month, statuses, followers }) => (
            <tr key={month}>
              <th scope="row">{monthName(month, 'long')}</th>
              <td>{formatNumber(statuses)}</td>
              <td>{formatNumber(followers)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

const monthName = (month: number, style: 'long' | 'narrow'): string =>
  new Intl.DateTimeFormat(language(), { month: style, timeZone: 'UTC' }).format(
    Date.UTC(2001, month - 1, 1),
  )

function archetypeWords(archetype: string): { name: string; text: string } {
  const words: Readonly<Record<string, { name: string; text: string }>> = {
    lurker: { name: t('The listener'), text: t('You read more than you wrote.') },
    booster: { name: t('The messenger'), text: t('You carried on what others said.') },
    pollster: { name: t('The asker'), text: t('You wanted to know what people think.') },
    replier: { name: t('The talker'), text: t('You were there in the conversations.') },
    oracle: { name: t('The author'), text: t('You wrote, and others listened.') },
  }
  return words[archetype] ?? { name: t('Your year'), text: '' }
}

/** The posts that a report names, each once. */
function bestPosts({ top_statuses: top }: Data, statuses: readonly Status[]) {
  const named = [
    [t('Your most boosted post'), top.by_reblogs],
    [t('Your post with the most replies'), top.by_replies],
    [t('Your most liked post'), top.by_favourites],
  ] as const
  const seen = new Set<string>()
  return named.flatMap(([title, id]) => {
    const status = statuses.find((one) => one.id === id)
    if (status === undefined || seen.has(status.id)) return []
    seen.add(status.id)
    return { title, status }
  })
}

/** The post about it says no more than the person sees there, and can be changed before it goes out. */
function shareText(year: number, data: Data, totals: YearTotals, best: Status | undefined): string {
  const tags = data.top_hashtags.slice(0, 3).map(({ name }) => `#${name}`)
  return [
    t('My {year} on {server}: {name}', {
      year,
      server: server.title,
      name: archetypeWords(data.archetype).name,
    }),
    [
      plural(totals.statuses, '{n} post', '{n} posts'),
      plural(totals.followers, '{n} new follower', '{n} new followers'),
    ].join(' · '),
    tags.join(' '),
    best?.url ?? '',
  ]
    .filter((line) => line !== '')
    .join('\n\n')
}
