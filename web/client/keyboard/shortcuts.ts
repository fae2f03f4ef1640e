import { computed, signal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { webSetting } from '../state/web-settings.ts'
import { keysOf } from './keys.ts'

export interface Shortcut {
  /** what the help sheet says of it */
  does: string
  run: () => void
  /** heading of the help sheet that it stands under; default: that of the page */
  group?: string
}

/** Keys by what is pressed: `j`, `g h` one after the other, `Enter`, `mod+k` with Ctrl or Cmd. */
export type Shortcuts = Readonly<Record<string, Shortcut>>

const registered = signal<readonly { current: Shortcuts }[]>([])

/** All that can be pressed at the moment, the latest registered first. */
export const shortcuts = computed(() =>
  registered.value
    .toReversed()
    .flatMap(({ current }) => Object.entries(current).map(([keys, one]) => ({ keys, ...one }))),
)

/** Makes keys do something as long as the component is drawn. The latest registered of the same keys counts. */
export function useShortcuts(map: Shortcuts): void {
  const latest = useRef(map)
  latest.current = map
  useLayoutEffect(() => {
    registered.value = [...registered.peek(), latest]
    return () => {
      registered.value = registered.peek().filter((one) => one !== latest)
    }
  }, [])
}

/** ms that the second key of a sequence may take */
const SEQUENCE = 1200
let first: { key: string; at: number } | null = null

addEventListener('keydown', (event) => {
  if (event.defaultPrevented || event.isComposing) return
  const isCommand = event.ctrlKey || event.metaKey || event.altKey
  if (!isCommand && (!webSetting('shortcuts').value || isTyping(event.target))) return
  // what lies above the page has the keyboard for itself
  if (document.querySelector('dialog[open], [data-holds-keys]') !== null) return
  const found = wantedBy(event)
  if (found === undefined) return
  event.preventDefault()
  found.run()
})

function wantedBy(event: KeyboardEvent) {
  const before = first !== null && event.timeStamp - first.at < SEQUENCE ? first.key : null
  first = null
  const all = shortcuts.value
  for (const key of keysOf(event)) {
    const sequence = all.find(({ keys }) => before !== null && keys === `${before} ${key}`)
    if (sequence !== undefined) return sequence
  }
  for (const key of keysOf(event)) {
    if (all.some(({ keys }) => keys.startsWith(`${key} `))) {
      first = { key, at: event.timeStamp }
      return undefined
    }
    const single = all.find(({ keys }) => keys === key)
    // Enter on a link or a button is theirs
    if (single !== undefined && !(key === 'Enter' && isControl(event.target))) return single
  }
  return undefined
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target.matches('textarea, select')) return true
  const types = 'button checkbox radio submit reset file color'.split(' ')
  return target instanceof HTMLInputElement && !types.includes(target.type)
}

const isControl = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches('a, button, input, summary, [role="button"]')
