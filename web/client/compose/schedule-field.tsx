import { formatDateTime } from '../../shared/format.ts'
import { t } from '../../shared/i18n.ts'
import { Icon, Trash2 } from '../../shared/icons.tsx'
import { asLocalTime, fromLocalTime } from '../../shared/local-time.ts'
import { changeWriting, useComposition } from './composition.ts'
import { earliest } from './validation.ts'

/** When it is to be posted; shown once somebody wants that. */
export function ScheduleField() {
  const composition = useComposition()
  const { scheduledAt } = composition.writing.value
  if (scheduledAt === '') return null
  const time = fromLocalTime(scheduledAt)
  const close = (line: Element) => {
    line.closest('form')?.querySelector<HTMLElement>('[data-tool="schedule"]')?.focus()
    changeWriting(composition, { scheduledAt: '' })
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the fields within have the keys
    <div
      class="compose-schedule"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        // it closes the line, not all of what is written
        event.preventDefault()
        event.stopPropagation()
        close(event.currentTarget)
      }}
    >
      <label>
        {t('To be posted on')}
        <input
          type="datetime-local"
          value={scheduledAt}
          min={asLocalTime(earliest().toISOString())}
          onInput={(event) => {
            // what is not whole yet stays as it was
            const { value } = event.currentTarget
            if (value !== '') changeWriting(composition, { scheduledAt: value })
          }}
        />
      </label>
      <p class="hint">
        {time !== null &&
          t('{time}, in the time zone of this device ({zone})', {
            time: formatDateTime(time),
            zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
          })}
      </p>
      <button
        type="button"
        class="compose-tool"
        aria-label={t('Post it at once')}
        title={t('Post it at once')}
        onClick={(event) => close(event.currentTarget)}
      >
        <Icon of={Trash2} size={18} />
      </button>
    </div>
  )
}
