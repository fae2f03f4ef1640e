import { LinkButton } from '../../shared/components/button.tsx'
import { t } from '../../shared/i18n.ts'
import { Icon, Sparkles, X } from '../../shared/icons.tsx'
import { useResource } from '../../shared/use-resource.ts'
import { saveWebSetting, webSetting } from '../state/web-settings.ts'
import { stateOf, unreadReports } from './year-state.ts'
import './year-hint.css'

/** year of which the person wants to hear nothing more, on any device */
const HIDDEN = 'year_hint'

/** In the season: a report of the year can be made, or waits to be looked at. */
export function YearHint({ year }: { year: number }) {
  const isHidden = webSetting(HIDDEN, 0).value === year
  const found = useResource(isHidden ? null : `hint of ${year}`, () => wordsOf(year))
  if (isHidden || !found.data?.words) return null
  return (
    <section class="year-hint" aria-label={t('Your year in review')}>
      <Icon of={Sparkles} class="year-hint-sign" />
      <p>{found.data.words}</p>
      <LinkButton small kind="primary" href={`/annual_reports/${year}`}>
        {t('Look at your year')}
      </LinkButton>
      <button
        type="button"
        class="year-hint-close"
        aria-label={t('Do not show this again')}
        title={t('Do not show this again')}
        onClick={() => saveWebSetting(HIDDEN, year)}
      >
        <Icon of={X} size={18} />
      </button>
    </section>
  )
}

/** @returns words that are empty if there is nothing to say */
async function wordsOf(year: number): Promise<{ words: string }> {
  const state = await stateOf(year)
  if (state === 'eligible') {
    return { words: t('{year} is nearly over: see what it was for you.', { year }) }
  }
  if (state !== 'available') return { words: '' }
  const { annual_reports: unread } = await unreadReports()
  const isNew = unread.some((report) => report.year === year)
  return { words: isNew ? t('Your year {year} in review is ready', { year }) : '' }
}
