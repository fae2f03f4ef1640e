import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { api } from '../../shared/api.ts'
import type { List } from '../../shared/entities/api.ts'
import { t } from '../../shared/i18n.ts'
import { place } from '../../shared/router.ts'
import { viewer } from '../../shared/session.ts'
import { isPinned } from './pinned-ways.ts'

/** The person's lists, as the side shows them; null until they are read. */
export const ownLists = signal<readonly List[] | null>(null)

/** Reads them again, as after one was made, renamed or deleted. */
export async function readOwnLists(): Promise<void> {
  ownLists.value = await api.get<List[]>('/api/v1/lists')
}

/** so many fit beside the rest; all of them are on the page of lists */
const MOST = 5

/** Lists below the way to them, on wide screens. */
export function OwnLists() {
  const { path } = place.value
  useEffect(() => {
    if (viewer === null) return
    // after the page of lists something may be another
    if (ownLists.peek() === null || path.startsWith('/lists')) void readOwnLists().catch(() => {})
  }, [path])
  const lists = (ownLists.value ?? []).filter(({ id }) => !isPinned(`/lists/${id}`))
  if (lists.length === 0) return null
  return (
    <ul class="side-lists" aria-label={t('Your lists')}>
      {lists.slice(0, MOST).map(({ id, title }) => (
        <li key={id}>
          <a href={`/lists/${id}`} aria-current={path === `/lists/${id}` ? 'page' : undefined}>
            <bdi>{title}</bdi>
          </a>
        </li>
      ))}
    </ul>
  )
}
