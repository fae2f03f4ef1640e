import { signal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { t } from '../../shared/i18n.ts'

/** Text that was typed between asking for the composer and its appearing: nothing of it is lost. */
const typed = signal('')

/** The text that the composer goes on with; it is given out once. */
export function takeEarlyText(): string {
  const text = typed.peek()
  typed.value = ''
  return text
}

/** Goes on with text of the page before. */
export function startEarlyText(text: string): void {
  typed.value = text
}

export const earlyText = (): string => typed.peek()

/** Takes what is typed while the composer loads. */
export function EarlyText() {
  const element = useRef<HTMLTextAreaElement>(null)
  // before the next key, which is part of the text; a window that opens with it looks for `autofocus`
  useLayoutEffect(() => {
    const field = element.current
    field?.focus()
    field?.setSelectionRange(field.value.length, field.value.length)
  }, [])
  return (
    <textarea
      ref={element}
      class="early-text compose-text"
      autofocus
      dir="auto"
      rows={3}
      aria-label={t('What is on your mind?')}
      placeholder={t('What is on your mind?')}
      value={typed.value}
      onInput={(event) => {
        typed.value = event.currentTarget.value
      }}
    />
  )
}
