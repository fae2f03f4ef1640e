import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'

/** Part of the page in the third column, above all else; null: none. */
export const pageAside = signal<ComponentChildren>(null)

/** Puts something of the page into the third column as long as it is drawn. @param key says what it depends on */
export function usePageAside(key: string, draw: () => ComponentChildren): void {
  useEffect(() => {
    const mine = draw()
    pageAside.value = mine
    return () => {
      if (pageAside.peek() === mine) pageAside.value = null
    }
  }, [key])
}
