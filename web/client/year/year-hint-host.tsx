import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { viewer } from '../../shared/session.ts'
import { instance } from '../state/server.ts'

const loaded = signal<typeof import('./year-hint.tsx') | null>(null)

/** The hint is loaded in the season alone, which the server tells. */
export function YearHintHost() {
  const year = instance.value?.wrapstodon ?? null
  const isNeeded = viewer !== null && year !== null
  useEffect(() => {
    // without it nothing is missing: the notification says the same
    if (isNeeded && loaded.peek() === null) import('./year-hint.tsx').then(keep, () => {})
  }, [isNeeded])
  const Hint = loaded.value?.YearHint
  return isNeeded && Hint !== undefined ? <Hint year={Number(year)} /> : null
}

const keep = (module: typeof import('./year-hint.tsx')): void => {
  loaded.value = module
}
