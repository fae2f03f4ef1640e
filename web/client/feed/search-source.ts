import type { Search, Status } from '../../shared/entities/api.ts'
import { keepPost, type Post } from '../state/statuses.ts'
import type { Source } from './feed.ts'
import { offsetSource } from './offset-source.ts'

const LIMIT = 20

/** Posts that are found. */
export function searchSource(q: string): Source<Post> {
  const source = offsetSource<Status, Search>('/api/v2/search', {
    query: { q, type: 'statuses' },
    limit: LIMIT,
    entriesOf: ({ statuses }) => statuses,
    idOf: ({ id }) => id,
  })
  return {
    key: source.key,
    async read(cursor) {
      const page = await source.read(cursor)
      return { ...page, items: page.items.map(keepPost) }
    },
    idOf: ({ id }) => id,
  }
}
