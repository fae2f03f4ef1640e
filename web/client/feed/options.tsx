import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { t } from '../../shared/i18n.ts'
import { Icon, SlidersHorizontal } from '../../shared/icons.tsx'

interface OptionsProps {
  children: ComponentChildren
  /** whether something is other than usual: marked, so that nobody wonders what is missing */
  isChanged?: boolean
}

/** Options of a timeline, set on its page. */
export function Options({ children, isChanged = false }: OptionsProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const element = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    if (!isOpen) return
    const onPress = ({ target }: Event) => {
      if (!element.current?.contains(target as Node)) setOpen(false)
    }
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return
      setOpen(false)
      button.current?.focus()
    }
    addEventListener('pointerdown', onPress)
    addEventListener('keydown', onKey)
    return () => {
      removeEventListener('pointerdown', onPress)
      removeEventListener('keydown', onKey)
    }
  }, [isOpen])
  return (
    <div ref={element} class="feed-options">
      <button
        ref={button}
        type="button"
        class={isChanged ? 'button secondary changed' : 'button secondary'}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon of={SlidersHorizontal} size={18} /> <span>{t('View')}</span>
        {isChanged && <span class="visually-hidden">{t('(changed)')}</span>}
      </button>
      <div id={id} class="feed-options-panel" hidden={!isOpen}>
        {children}
      </div>
    </div>
  )
}

interface SwitchProps {
  label: string
  hint?: string
  on: boolean
  change: (on: boolean) => void
}

/** Something about a timeline that is on or off. */
export function Option({ label, hint, on, change }: SwitchProps) {
  return (
    <label class="feed-option">
      <input
        type="checkbox"
        checked={on}
        onChange={(event) => change(event.currentTarget.checked)}
      />
      <span>
        {label}
        {hint && <span class="hint">{hint}</span>}
      </span>
    </label>
  )
}
