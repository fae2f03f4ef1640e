import type { Signal } from '@preact/signals'
import { useEffect, useId, useRef } from 'preact/hooks'
import { filterContexts } from '../../../../src/surfaces/pages/settings/filter-choices.ts'
import { t } from '../../../shared/i18n.ts'

interface ContextChoiceProps {
  context: Signal<readonly string[]>
  /** nothing is chosen, and the form was sent: the filter would apply nowhere */
  isMissing: boolean
}

/** Where a filter applies. */
export function ContextChoice({ context, isMissing }: ContextChoiceProps) {
  const problem = useId()
  const first = useRef<HTMLInputElement>(null)
  const isWrong = isMissing && context.value.length === 0
  useEffect(() => {
    if (isWrong) first.current?.focus()
  }, [isWrong])
  const choose = (value: string, on: boolean) => {
    const others = context.value.filter((one) => one !== value)
    context.value = on ? [...others, value] : others
  }
  return (
    <fieldset class="choices" aria-describedby={isWrong ? problem : undefined}>
      <legend>{t('Where')}</legend>
      {isWrong && (
        <p class="field-error filter-problem" id={problem} role="alert">
          {t('Choose at least one place')}
        </p>
      )}
      {filterContexts(t).map(({ value, title }, at) => (
        <label key={value} class="choice">
          <input
            ref={at === 0 ? first : null}
            type="checkbox"
            checked={context.value.includes(value)}
            onChange={(event) => choose(value, event.currentTarget.checked)}
          />
          <span>{title}</span>
        </label>
      ))}
    </fieldset>
  )
}
