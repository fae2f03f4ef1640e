import { useLayoutEffect, useRef } from 'preact/hooks'
import { displayName } from '../../../shared/components/person.tsx'
import { plural, t } from '../../../shared/i18n.ts'
import { Avatar } from '../../people/name.tsx'
import { EmojiSign } from '../emoji/sign.tsx'
import { caretLine } from './caret-line.ts'
import type { Suggestion } from './sources.ts'
import './suggest.css'
import type { Suggestions } from './use-suggestions.ts'

interface ListProps {
  suggestions: Suggestions
  field: { current: HTMLTextAreaElement | null }
}

/** What is offered below the line that is being written; the keys stay with the text. */
export function SuggestionList({ suggestions, field }: ListProps) {
  const { id, found, chosen, at, take } = suggestions
  const list = useRef<HTMLDivElement>(null)
  const shown = found.value
  const start = at.value
  useLayoutEffect(() => {
    if (list.current === null || field.current === null || shown.length === 0) return
    list.current.style.top = `${field.current.offsetTop + caretLine(field.current, start)}px`
    list.current.scrollIntoView({ block: 'nearest' })
  }, [shown, start, field])
  return (
    <>
      <span class="visually-hidden" role="status">
        {shown.length > 0 && plural(shown.length, '{n} suggestion', '{n} suggestions')}
      </span>
      {shown.length > 0 && (
        <div ref={list} id={id} class="suggestions" role="listbox" aria-label={t('Suggestions')}>
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
        <EmojiSign emoji={suggestion.emoji} />
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
