import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Button } from '../../../shared/components/button.tsx'
import { ErrorNotice } from '../../../shared/components/notice.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { plural, t } from '../../../shared/i18n.ts'
import { Icon, RotateCcw } from '../../../shared/icons.tsx'
import { useChanges } from '../../feed/use-stream.ts'
import {
  digest,
  MOST_POSTS,
  type Progress,
  problem,
  progress,
  readHours,
  startAnew,
  stopReading,
} from './reading.ts'
import { Results } from './results.tsx'
import './catch-up.css'

/** in hours */
const RANGES = [1, 3, 6, 12, 24, 72] as const

/** Posts that came to home in the last hours, at a glance. It is read when it is asked for, and kept nowhere. */
export function Page() {
  const hours = useSignal(12)
  useChanges()
  // who goes away no longer waits for it
  useEffect(() => () => stopReading(), [])
  const found = digest.value
  const running = progress.value
  const read = () => void readHours(hours.value)
  return (
    <>
      <PageHead
        title={t('Catch up')}
        actions={
          found !== null && (
            <Button small onClick={startAnew}>
              <Icon of={RotateCcw} size={16} /> {t('Start again')}
            </Button>
          )
        }
      />
      {problem.value !== null && <ErrorNotice error={problem.value} retry={read} />}
      {found === null && running === null && (
        <Start
          hours={hours.value}
          choose={(chosen) => {
            hours.value = chosen
          }}
          read={read}
        />
      )}
      {running !== null && <Running progress={running} />}
      {found !== null && <Results digest={found} />}
    </>
  )
}

interface StartProps {
  hours: number
  choose: (hours: number) => void
  read: () => void
}

function Start({ hours, choose, read }: StartProps) {
  return (
    <section class="card catch-up-start">
      <p>
        {t(
          'Everything that came to your home timeline while you were away, each post once: sorted, grouped and counted. Your filters apply.',
        )}
      </p>
      <fieldset class="catch-up-ranges">
        <legend>{t('How far back?')}</legend>
        {RANGES.map((range) => (
          <label key={range}>
            <input
              type="radio"
              name="hours"
              checked={range === hours}
              onChange={() => choose(range)}
            />
            <span>{rangeWords(range)}</span>
          </label>
        ))}
      </fieldset>
      <p class="small muted">
        {plural(
          MOST_POSTS,
          'At most the latest {n} post is read.',
          'At most the latest {n} posts are read.',
        )}
      </p>
      <Button kind="primary" onClick={read}>
        {t('Catch up|verb')}
      </Button>
    </section>
  )
}

const rangeWords = (hours: number): string =>
  hours > 24 ? plural(hours / 24, '{n} day', '{n} days') : plural(hours, '{n} hour', '{n} hours')

function Running({ progress: { read, share } }: { progress: Progress }) {
  return (
    <section class="card catch-up-running">
      <p role="status">{plural(read, '{n} post read', '{n} posts read')}</p>
      <progress max={1} value={share} aria-label={t('How far back it has come')} />
      <Button onClick={stopReading}>{t('Stop')}</Button>
    </section>
  )
}
