import { type ReadonlySignal, signal } from '@preact/signals'

/** Whether a media query holds, now and whenever that changes. */
export function matches(query: string): ReadonlySignal<boolean> {
  const list = matchMedia(query)
  const found = signal(list.matches)
  list.addEventListener('change', () => {
    found.value = list.matches
  })
  return found
}
