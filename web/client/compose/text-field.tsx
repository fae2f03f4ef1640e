import { useLayoutEffect, useRef } from 'preact/hooks'
import { t } from '../../shared/i18n.ts'
import { changePart, useComposition } from './composition.ts'
import { takeEarlyText } from './early-text.tsx'
import { replaceText } from './replace-text.ts'
import { SuggestionList } from './suggest/suggestion-list.tsx'
import { useSuggestions } from './suggest/use-suggestions.ts'
import type { Part } from './writing.ts'

interface TextFieldProps {
  part: Part
  label: string
  placeholder: string
  /** takes the focus when it is first shown */
  isFirst: boolean
}

/** Where the text of a post is written. */
export function PostText({ part, label, placeholder, isFirst }: TextFieldProps) {
  const composition = useComposition()
  const element = useRef<HTMLTextAreaElement>(null)
  useGrowth(element, part.text)
  // before the paint: who selects all at once and writes would find the caret at the end
  useLayoutEffect(() => {
    const field = element.current
    if (!isFirst || field === null) return
    field.focus()
    const { length } = field.value
    field.setSelectionRange(length, length)
    const early = takeEarlyText()
    if (early !== '') replaceText(field, { start: length, end: length }, early)
  }, [isFirst])
  const suggestions = useSuggestions(element)
  const { found, chosen, id } = suggestions
  const isOpen = found.value.length > 0
  return (
    <>
      <textarea
        ref={element}
        class="compose-text"
        data-part={part.key}
        dir="auto"
        lang={composition.writing.value.language}
        rows={3}
        aria-label={label}
        aria-autocomplete="list"
        aria-controls={isOpen ? id : undefined}
        aria-activedescendant={isOpen && chosen.value >= 0 ? `${id}-${chosen.value}` : undefined}
        placeholder={placeholder}
        value={part.text}
        onFocus={() => {
          composition.active.value = part.key
        }}
        onInput={(event) => {
          changePart(composition, part.key, { text: event.currentTarget.value })
          // what an input method has not settled on yet is nothing to complete
          if (event.isComposing) suggestions.close()
          else suggestions.look()
        }}
        onCompositionEnd={suggestions.look}
        onKeyDown={suggestions.press}
        onSelect={suggestions.look}
        onBlur={suggestions.close}
      />
      <SuggestionList suggestions={suggestions} field={element} />
    </>
  )
}

/** As high as the text: browsers without `field-sizing` need help. */
function useGrowth(element: { current: HTMLTextAreaElement | null }, text: string): void {
  useLayoutEffect(() => {
    const field = element.current
    if (field === null || CSS.supports('field-sizing', 'content')) return
    field.style.height = 'auto'
    field.style.height = `${field.scrollHeight}px`
  }, [element, text])
}

/** The line that stands above a post until somebody wants to read it. */
export function WarningField({ part }: { part: Part }) {
  const composition = useComposition()
  return (
    <input
      class="compose-warning"
      type="text"
      dir="auto"
      aria-label={t('Content warning')}
      placeholder={t('Content warning')}
      value={part.spoiler_text}
      onFocus={() => {
        composition.active.value = part.key
      }}
      onInput={(event) =>
        changePart(composition, part.key, { spoiler_text: event.currentTarget.value })
      }
    />
  )
}

/** Puts text where the cursor is, as an emoji. */
export function insertText(key: string, text: string): void {
  const field = document.querySelector<HTMLTextAreaElement>(`textarea[data-part="${key}"]`)
  if (field === null) return
  replaceText(field, { start: field.selectionStart, end: field.selectionEnd }, text)
}
