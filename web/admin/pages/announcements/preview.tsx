import { useSignal } from '@preact/signals'
import { useEffect, useState } from 'preact/hooks'
import { OFFERED } from '../../../../src/kernel/text/locales.ts'
import { api } from '../../../shared/api.ts'
import { type ApiError, asApiError } from '../../../shared/api-error.ts'
import { Select } from '../../../shared/components/fields.tsx'
import { Html } from '../../../shared/components/html.tsx'
import { ErrorNotice } from '../../../shared/components/notice.tsx'
import type { Announcement } from '../../../shared/entities/api.ts'
import { eventTime } from '../../../shared/event-time.ts'
import { language, t } from '../../../shared/i18n.ts'
import { Calendar, Icon } from '../../../shared/icons.tsx'
import { rich } from '../../../shared/rich.ts'

/** ms without a key until the server is asked */
const PAUSE = 400

/** languages that people read the server in, by their own names */
const LANGUAGES = OFFERED.map(({ tag, name }) => [tag, name] as const)

type Times = Pick<Announcement, 'starts_at' | 'ends_at' | 'all_day'>

/** An announcement as its readers will see it, with its time in the words of their language. */
export function Preview({ text, times }: { text: string; times: Times | null }) {
  const { shown, error } = useShown(text)
  const reader = useSignal(language())
  return (
    <div class="announcement-preview">
      {error !== null && <ErrorNotice error={error} isTyped />}
      {shown === null && error === null && <p class="muted">{t('Nothing is written yet.')}</p>}
      {times !== null && <When times={times} reader={reader.value} />}
      {shown !== null && (
        <div dir="auto">
          <Html html={shown.content} emojis={shown.emojis} />
        </div>
      )}
      {times !== null && <Select label={t('Time as read in')} value={reader} options={LANGUAGES} />}
    </div>
  )
}

function When({ times, reader }: { times: Times; reader: string }) {
  const time = eventTime(times, reader)
  if (time === null) return null
  const shown = (
    <time dateTime={time.at} lang={reader}>
      {time.text}
    </time>
  )
  return (
    <p class="announcement-when">
      <Icon of={Calendar} size={16} />
      <span>{time.isEnd ? rich('Until {time}', { time: shown }) : shown}</span>
    </p>
  )
}

/** Asks the server how the text comes out, once nobody types for a moment. */
function useShown(text: string): { shown: Announcement | null; error: ApiError | null } {
  const [state, set] = useState<ReturnType<typeof useShown>>({ shown: null, error: null })
  useEffect(() => {
    if (text.trim() === '') return set({ shown: null, error: null })
    let isWanted = true
    const timer = setTimeout(() => {
      api.post<Announcement>('/api/rookery/v1/admin/announcements/preview', { text }).then(
        (shown) => isWanted && set({ shown, error: null }),
        (thrown: unknown) => isWanted && set(({ shown }) => ({ shown, error: asApiError(thrown) })),
      )
    }, PAUSE)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [text])
  return state
}
