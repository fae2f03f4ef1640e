import { readPages, type SeveralPages } from '../../../shared/all-pages.ts'
import type { AdminEmoji } from '../../../shared/entities/content.ts'
import { type Resource, useResource } from '../../../shared/use-resource.ts'

export const PATH = '/api/rookery/v1/admin/custom_emojis'

const PAGE = 80
/** so many pages are read at most: what one grid can show */
const MOST_PAGES = 25

/** Every emoji of this server, by name. */
export function useOwnEmojis(): Resource<SeveralPages<AdminEmoji>> {
  return useResource('own emoji', readAll)
}

async function readAll(): Promise<SeveralPages<AdminEmoji>> {
  const query = { local: true, limit: PAGE }
  const { items, more } = await readPages<AdminEmoji>(PATH, query, MOST_PAGES)
  return {
    items: items.toSorted((one, other) => one.shortcode.localeCompare(other.shortcode)),
    more,
  }
}

/** By category, in the order of the alphabet; those without one come last. */
export function byCategory(emojis: readonly AdminEmoji[]): [category: string, AdminEmoji[]][] {
  const groups = Map.groupBy(emojis, ({ category }) => category ?? '')
  return [...groups].sort(([one], [other]) => {
    if (one === '' || other === '') return one === '' ? 1 : -1
    return one.localeCompare(other)
  })
}

export function categoriesOf(emojis: readonly AdminEmoji[]): string[] {
  const found = byCategory(emojis).map(([category]) => category)
  return found.filter((category) => category !== '')
}
