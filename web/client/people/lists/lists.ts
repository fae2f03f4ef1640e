import { api } from '../../../shared/api.ts'
import type { List } from '../../../shared/entities/api.ts'
import { t } from '../../../shared/i18n.ts'
import { cached } from '../read-cache.ts'

/** characters that the server takes */
export const TITLE_LIMIT = 256

/** The person's lists, by their titles. */
export const ownLists = () =>
  cached<readonly List[]>('own lists', async () => {
    const lists = await api.get<List[]>('/api/v1/lists')
    return lists.toSorted((a, b) => a.title.localeCompare(b.title))
  })

/** Puts a list that was made or changed among the others; null takes one out. */
export function keepList(id: string, list: List | null): void {
  const others = (ownLists().data.peek() ?? []).filter((one) => one.id !== id)
  const all = list === null ? others : [...others, list]
  ownLists().set(all.toSorted((a, b) => a.title.localeCompare(b.title)))
}

export async function createList(title: string): Promise<List> {
  const list = await api.post<List>('/api/v1/lists', { title: title.trim() })
  keepList(list.id, list)
  return list
}

export const repliesPolicies = (): [List['replies_policy'], string][] => [
  ['list', t('Replies to people in the list')],
  ['followed', t('Replies to anybody you follow')],
  ['none', t('No replies')],
]
