import { computed, signal } from '@preact/signals'
import { matches } from '../../../shared/media-query.ts'
import { addressWith, go, place } from '../../../shared/router.ts'
import { forgetTalks } from '../../conversations/conversations.ts'
import { letFeedGo } from '../../feed/feed-cache.ts'
import { saveWebSetting, webSetting } from '../../state/web-settings.ts'
import { type Column, columnsOf, moved, withChange } from './columns.ts'
import { openedIn, withOpened, withoutTop } from './opened.ts'

/** as in deck.css: there is room for columns beside each other */
export const isWide = matches('(min-width: 68.75rem)')

/** The columns of the person, in all of their browsers. */
export const columns = computed(() => columnsOf(webSetting('columns').value))

const chosen = signal<string | null>(null)

/** Id of the column that was used last: keys act there, and a narrow window shows it alone. */
export const current = computed(() => {
  const all = columns.value
  return all.some(({ id }) => id === chosen.value) ? chosen.value : (all[0]?.id ?? null)
})

export function makeCurrent(id: string): void {
  chosen.value = id
}

export function saveColumns(now: readonly Column[]): void {
  saveWebSetting('columns', now)
}

export function changeColumn(id: string, changes: Partial<Column>): void {
  saveColumns(withChange(columns.peek(), id, changes))
}

/** @param to its number among the others */
export function moveColumn(id: string, to: number): void {
  saveColumns(moved(columns.peek(), id, to))
}

/** Takes a column away. @returns what brings it back to its place */
export function removeColumn(column: Column): () => void {
  const before = columns.peek()
  const at = before.findIndex(({ id }) => id === column.id)
  saveColumns(before.filter(({ id }) => id !== column.id))
  letGo(column.id)
  // another column may come to have its id
  if (column.id in place.peek().query) go(addressWith({ [column.id]: null }), { replace: true })
  return () => {
    const now = columns.peek().filter(({ id }) => id !== column.id)
    saveColumns(moved([...now, column], column.id, at))
  }
}

/** Counts up when what a column has read is let go, so that it is read anew. */
export const readings = signal(0)

export function readAnew(id: string): void {
  letGo(id)
  readings.value += 1
}

function letGo(id: string): void {
  letFeedGo(id)
  forgetTalks(id)
}

/** Opens a post in a column, above what is there: it stands in the address, so that the browser's way back closes it. */
export function openPost(column: string, post: string): void {
  const opened = openedIn(place.peek().query, column)
  go(addressWith({ [column]: withOpened(opened, post) }))
}

export function closePost(column: string): void {
  go(addressWith({ [column]: withoutTop(openedIn(place.peek().query, column)) }))
}
