import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { ActionButton } from '../../../shared/components/action-button.tsx'
import { LinkButton } from '../../../shared/components/button.tsx'
import { Loaded } from '../../../shared/components/loaded.tsx'
import { Empty } from '../../../shared/components/notice.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { t } from '../../../shared/i18n.ts'
import { useResource } from '../../../shared/use-resource.ts'
import type { PageProps } from '../../page.ts'
import { instance, readInstance } from '../../state/server.ts'
import {
  markRead,
  orderReport,
  reportOf,
  stateOf,
  unreadReports,
  type YearState,
} from '../../year/year-state.ts'
import { Report } from './report.tsx'

/** The year of somebody, if it is made or can be. */
export function Page({ params }: PageProps) {
  const found = useResource(`year ${params.year ?? ''}`, async () => {
    const year = params.year === undefined ? await latestYear() : Number(params.year)
    return { year, state: await stateOf(year), before: await stateOf(year - 1) }
  })
  const year = found.data?.year ?? params.year
  const title = t('Your year in review')
  return (
    <>
      <PageHead
        title={year === undefined ? title : t('Your year {year}', { year })}
        actions={
          found.data?.before === 'available' && (
            <LinkButton small href={`/annual_reports/${found.data.year - 1}`}>
              {String(found.data.year - 1)}
            </LinkButton>
          )
        }
      />
      <Loaded from={found}>{({ year, state }) => <Year year={year} first={state} />}</Loaded>
    </>
  )
}

/** The year whose season it is, else one that is new, else the last that is over. */
async function latestYear(): Promise<number> {
  await readInstance()
  const season = instance.peek()?.wrapstodon
  if (season != null) return Number(season)
  const { annual_reports: unread } = await unreadReports()
  return unread[0]?.year ?? new Date().getFullYear() - 1
}

/** ms until it is asked again whether a report is made; doubles each time */
const FIRST_PAUSE = 700
const LONGEST_PAUSE = 15_000

function Year({ year, first }: { year: number; first: YearState }) {
  const state = useSignal(first)
  useEffect(() => {
    if (state.value !== 'generating') return
    let pause = FIRST_PAUSE
    let timer: ReturnType<typeof setTimeout>
    const ask = async () => {
      state.value = await stateOf(year).catch(() => state.peek())
      pause = Math.min(pause * 2, LONGEST_PAUSE)
      if (state.peek() === 'generating') timer = setTimeout(ask, pause)
    }
    timer = setTimeout(ask, pause)
    return () => clearTimeout(timer)
  }, [state.value])
  if (state.value === 'available') return <Available year={year} />
  if (state.value === 'generating') {
    return (
      <p class="loading" role="status">
        {t('Your report is being made. It will be here in a moment.')}
      </p>
    )
  }
  if (state.value === 'ineligible') {
    return (
      <Empty>
        <p>
          {t(
            'There is no report of this year. They are made in December, for who posted something in public.',
          )}
        </p>
      </Empty>
    )
  }
  return (
    <Empty>
      <p>{t('What you wrote, what was boosted most and when you were busy: only you see it.')}</p>
      <div class="buttons centred">
        <ActionButton
          kind="primary"
          run={async () => {
            await orderReport(year)
            state.value = await stateOf(year)
          }}
        >
          {t('Make my report')}
        </ActionButton>
      </div>
    </Empty>
  )
}

function Available({ year }: { year: number }) {
  const found = useResource(`report of ${year}`, () => reportOf(year))
  const isThere = found.data !== null
  useEffect(() => {
    // it stays new if that fails, which is no harm
    if (isThere) markRead(year).catch(() => {})
  }, [isThere, year])
  return <Loaded from={found}>{(answer) => <Report answer={answer} />}</Loaded>
}
