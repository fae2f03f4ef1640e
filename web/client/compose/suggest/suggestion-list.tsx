import { useLayoutEffect, useRef } from 'preact/hooks'
import { displayName } from '../../../shared/components/person.tsx'
import { plural, t } from '../../../shared/i18n.ts'
import { Avatar } from '../../people/account-name.tsx'
import { EmojiGlyph } from '../emoji/emoji-glyph.tsx'
import { caretPlace } from './caret-place.ts'
import { follow, placeAt } from './place.ts'
import type { Suggestion } from './suggestion-sources.ts'
import './suggest.css'
import type { Suggestions } from './use-suggestions.ts'

interface ListProps {
  suggestions: Suggestions
  field: { current: HTMLTextAreaElement | null }
}

/** Suggestions at the caret; the focus stays in the text field. */
export function SuggestionList({ suggestions, field }: ListProps) {
  const { id, found, chosen, at, take } = suggestions
  const list = useRef<HTMLDivElement>(null)
  const shown = found.value
  usePlaceAtCaret({ list, field, start: at.value, shown })
  const current = chosen.value
  useLayoutEffect(() => {
    list.current?.children[current]?.scrollIntoView({ block: 'nearest' })
  }, [current, shown])
  return (
    <>
      <span class="visually-hidden" role="status">
        {shown.length > 0 && plural(shown.length, '{n} suggestion', '{n} suggestions')}
      </span>
      {shown.length > 0 && (
        <div
          ref={list}
          id={id}
          class="suggestions"
          popover="manual"
          role="listbox"
          aria-label={t('Suggestions')}
        >
          {shown.map((suggestion, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the text field has the keys
            <div
              key={suggestion.text}
              id={`${id}-${index}`}
              role="option"
              class="suggestion"
              tabIndex={-1}
              aria-selected={index === chosen.value}
              // the text keeps the focus, and the keyboard of a phone stays
              onPointerDown={(event) => event.preventDefault()}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(suggestion)}
            >
              <Offer suggestion={suggestion} />
            </div>
          ))}
        </div>
      )}
    </>
  )
}

interface PlaceInput {
  list: { current: HTMLDivElement | null }
  field: ListProps['field']
  /** place in the text */
  start: number
  shown: readonly Suggestion[]
}

/** Shows the list above all that would cut it off, at the caret wherever that moves. */
function usePlaceAtCaret({ list, field, start, shown }: PlaceInput): void {
  useLayoutEffect(() => {
    const [offers, text] = [list.current, field.current]
    if (offers === null || text === null || shown.length === 0) return
    if (!offers.matches(':popover-open')) offers.showPopover()
    const place = () => placeAt(offers, caretPlace(text, start))
    place()
    // pictures come later, the window gives way to the keyboard of a phone, and the text is scrolled
    const observer = new ResizeObserver(place)
    observer.observe(offers)
    const leave = follow(place)
    return () => {
      observer.disconnect()
      leave()
    }
  }, [shown, start, field])
}

function Offer({ suggestion }: { suggestion: Suggestion }) {
  if (suggestion.kind === 'account') {
    const { account } = suggestion
    return (
      <>
        <Avatar account={account} size={32} />
        <bdi class="suggestion-name">{displayName(account)}</bdi>
        <span class="suggestion-more" dir="ltr">
          @{account.acct}
        </span>
      </>
    )
  }
  if (suggestion.kind === 'emoji') {
    return (
      <>
        <EmojiGlyph emoji={suggestion.emoji} />
        <span class="suggestion-name">{suggestion.emoji.name}</span>
      </>
    )
  }
  return (
    <>
      <bdi class="suggestion-name">#{suggestion.tag.name}</bdi>
      <span class="suggestion-more">{usesOf(suggestion.tag)}</span>
    </>
  )
}

function usesOf({ history }: Extract<Suggestion, { kind: 'tag' }>['tag']): string {
  const uses = history.reduce((sum, day) => sum + Number(day.uses), 0)
  return uses === 0 ? '' : plural(uses, '{n} post this week', '{n} posts this week')
}
