import type { Signal } from '@preact/signals'
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../../../shared/components/button.tsx'
import { plural, t } from '../../../shared/i18n.ts'
import { Icon, Search, X } from '../../../shared/icons.tsx'
import { go } from '../../../shared/router.ts'
import { OfferLine } from './offer-line.tsx'
import { forgetSearches } from './recent.ts'
import { type Offer, useOffers } from './use-offers.ts'

interface FieldProps {
  text: Signal<string>
  search: (text: string) => void
  /** it is looked for elsewhere at the moment */
  busy: boolean
  /** id of what says what can be found */
  hint: string | undefined
}

/** The one field for everything; a combobox with what fits to the letters that are there. */
export function SearchCombobox({ text, search, busy, hint }: FieldProps) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const combobox = useCombobox(text, search)
  const { offers, isShown, at, open, submit, onKey, type } = combobox
  useCloseOutside(form, combobox.close)
  const clear = () => {
    text.value = ''
    input.current?.focus()
  }
  return (
    <search>
      <form ref={form} class="search-form" onSubmit={submit}>
        <label class="visually-hidden" for={id}>
          {t('Search')}
        </label>
        <input
          ref={input}
          id={id}
          type="search"
          // biome-ignore lint/a11y/noRedundantRoles: without a list of its own it would be a search box
          role="combobox"
          list={undefined}
          aria-expanded={isShown}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={at < 0 ? undefined : `${id}-${at}`}
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          enterkeyhint="search"
          dir="auto"
          placeholder={t('Search')}
          aria-describedby={hint}
          value={text.value}
          onFocus={open}
          onClick={open}
          onKeyDown={onKey}
          onInput={(event) => type(event.currentTarget.value)}
        />
        {text.value !== '' && <ClearButton onClick={clear} />}
        <Button type="submit" kind="primary" busy={busy} label={t('Search')}>
          <Icon of={Search} />
        </Button>
        <OfferList id={id} combobox={combobox} />
        <p class="visually-hidden" role="status">
          {isShown && plural(offers.length, '{n} suggestion', '{n} suggestions')}
        </p>
      </form>
    </search>
  )
}

function ClearButton({ onClick }: { onClick: () => void }) {
  return (
    <button
      type="button"
      class="button quiet search-clear"
      aria-label={t('Clear the field')}
      onClick={onClick}
    >
      <Icon of={X} size={18} />
    </button>
  )
}

interface Combobox {
  offers: readonly Offer[]
  isShown: boolean
  /** which offer is chosen by the keys; -1: none */
  at: number
  open: () => void
  close: () => void
  take: (offer: Offer) => void
  submit: (event: Event) => void
  onKey: (event: KeyboardEvent) => void
  type: (text: string) => void
}

function useCombobox(text: Signal<string>, search: (text: string) => void): Combobox {
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState(-1)
  const offers = useOffers(text.value, isOpen)
  const isShown = isOpen && offers.length > 0
  const at = isShown ? Math.min(chosen, offers.length - 1) : -1
  const open = () => setOpen(true)
  const close = () => setOpen(false)
  const take = (offer: Offer) => {
    close()
    setChosen(-1)
    if ('path' in offer) return go(offer.path)
    text.value = offer.text
    search(offer.text)
  }
  const submit = (event: Event) => {
    event.preventDefault()
    const offer = offers[at]
    if (offer !== undefined) return take(offer)
    close()
    search(text.value.trim())
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      open()
      const step = event.key === 'ArrowDown' ? 1 : -1
      // beyond both ends is the field itself
      const places = offers.length + 1
      setChosen(((at + 1 + step + places) % places) - 1)
    }
    if (event.key === 'Escape' && isShown) {
      event.preventDefault()
      close()
      setChosen(-1)
    }
  }
  const type = (typed: string) => {
    text.value = typed
    open()
    setChosen(-1)
  }
  return { offers, isShown, at, open, close, take, submit, onKey, type }
}

function OfferList({ id, combobox }: { id: string; combobox: Combobox }) {
  const { offers, isShown, at, take } = combobox
  return (
    <div class="search-offers" hidden={!isShown}>
      <div id={`${id}-list`} role="listbox" aria-label={t('Suggestions')}>
        {isShown &&
          offers.map((offer, index) => (
            // the keys are the field's: aria-activedescendant says which one is meant
            // biome-ignore lint/a11y/useKeyWithClickEvents: see above
            <div
              key={offer.id}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              onClick={() => take(offer)}
            >
              <OfferLine offer={offer} />
            </div>
          ))}
      </div>
      {isShown && offers[0]?.kind === 'recent' && (
        <Button kind="quiet" small onClick={forgetSearches}>
          {t('Forget these searches')}
        </Button>
      )}
    </div>
  )
}

function useCloseOutside(element: { current: HTMLElement | null }, close: () => void): void {
  useLayoutEffect(() => {
    const look = ({ target }: Event) => {
      if (!element.current?.contains(target as Node)) close()
    }
    addEventListener('pointerdown', look)
    addEventListener('focusin', look)
    return () => {
      removeEventListener('pointerdown', look)
      removeEventListener('focusin', look)
    }
  })
}
