import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useId, useMemo, useRef } from 'preact/hooks'
import { replaceText } from '../replace-text.ts'
import { completion } from './completion.ts'
import { type Suggestion, suggest } from './suggestion-sources.ts'
import { isVague, type Token, tokenAt } from './token.ts'

/** ms without a key until the server is asked */
const QUIET = 150

export interface Suggestions {
  /** of the list, for what refers to it */
  id: string
  found: Signal<readonly Suggestion[]>
  /** place in the list of the one that Enter takes; -1: none */
  chosen: Signal<number>
  /** where in the text the list belongs */
  at: Signal<number>
  /** looks again at what stands before the cursor */
  look(): void
  /** @returns whether the key was for the list */
  press(event: KeyboardEvent): boolean
  take(suggestion: Suggestion): void
  close(): void
}

/** Completes accounts, hashtags and emoji while somebody types. */
export function useSuggestions(field: { current: HTMLTextAreaElement | null }): Suggestions {
  const id = useId()
  const found = useSignal<readonly Suggestion[]>([])
  const chosen = useSignal(0)
  const at = useSignal(0)
  const latest = useRef({ token: null as Token | null, timer: 0 })
  useEffect(() => () => clearTimeout(latest.current.timer), [])
  return useMemo(() => {
    const state = latest.current
    const close = () => {
      clearTimeout(state.timer)
      state.token = null
      if (found.peek().length > 0) found.value = []
    }
    const look = () => {
      const { current } = field
      if (current === null) return
      const token = tokenAt(current.value, current.selectionStart)
      if (token === null || current.selectionStart !== current.selectionEnd) return close()
      if (sameToken(token, state.token)) return
      state.token = token
      clearTimeout(state.timer)
      state.timer = window.setTimeout(async () => {
        const suggestions = await suggest(token)
        if (state.token !== token) return // something else was typed meanwhile
        at.value = token.start
        chosen.value = isVague(token) ? NONE : 0
        found.value = suggestions
      }, QUIET)
    }
    const take = ({ text }: Suggestion) => {
      const { current } = field
      const { token } = state
      if (current === null || token === null) return
      close()
      const by = completion(current.value, token, text)
      replaceText(current, by, by.text)
    }
    const press = (event: KeyboardEvent): boolean => {
      const list = found.peek()
      if (list.length === 0 || event.isComposing || event.ctrlKey || event.metaKey) return false
      const step = STEPS[event.key]
      const current = list[chosen.peek()]
      if (step !== undefined) chosen.value = stepped(chosen.peek(), step, list.length)
      else if (event.key === 'Escape') close()
      else if ((event.key === 'Enter' || event.key === 'Tab') && current) take(current)
      else return false
      event.preventDefault()
      event.stopPropagation()
      return true
    }
    return { id, found, chosen, at, look, press, take, close }
  }, [field, id, found, chosen, at])
}

/** nothing is chosen: Enter and Tab do what they do in a text */
const NONE = -1

const stepped = (at: number, by: number, length: number): number =>
  at === NONE && by < 0 ? length - 1 : (at + by + length) % length

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

const sameToken = (one: Token, other: Token | null): boolean =>
  one.kind === other?.kind && one.typed === other.typed && one.start === other.start
