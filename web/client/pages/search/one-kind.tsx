import { Empty } from '../../../shared/components/notice.tsx'
import type { Account, Search, Tag } from '../../../shared/entities/api.ts'
import { t } from '../../../shared/i18n.ts'
import { viewer } from '../../../shared/session.ts'
import { feedOf } from '../../feed/feed-cache.ts'
import { FeedView } from '../../feed/feed-view.tsx'
import { offsetSource } from '../../feed/offset-source.ts'
import { searchSource } from '../../feed/search-source.ts'
import { TagRow } from '../../feed/tag-row.tsx'
import { PersonRow } from '../../people/person-row.tsx'
import { PostFeed } from '../../status/post-feed.tsx'
import { OnlyHere } from './everything.tsx'
import { NothingFound } from './nothing-found.tsx'

export type Kind = 'accounts' | 'hashtags' | 'statuses'

const LIMIT = 20
const PATH = '/api/v2/search'
/** who is not signed in gets one page: more than there can be on it */
const limit = () => (viewer === null ? LIMIT + 1 : LIMIT)

const people = (q: string) =>
  feedOf(
    offsetSource<Account, Search>(PATH, {
      query: { q, type: 'accounts' },
      limit: limit(),
      entriesOf: ({ accounts }) => accounts,
      idOf: ({ id }) => id,
    }),
  )

const tags = (q: string) =>
  feedOf(
    offsetSource<Tag, Search>(PATH, {
      query: { q, type: 'hashtags' },
      limit: limit(),
      entriesOf: ({ hashtags }) => hashtags,
      idOf: ({ name }) => name,
    }),
  )

/** All there is of a kind, by and by. */
export function OneKind({ q, kind }: { q: string; kind: Kind }) {
  if (kind === 'statuses') return viewer === null ? <NoPosts /> : <Posts q={q} />
  return kind === 'accounts' ? <People q={q} /> : <Tags q={q} />
}

function People({ q }: { q: string }) {
  const feed = people(q)
  return (
    <FeedView
      key={feed.key}
      feed={feed}
      label={t('People')}
      keyOf={({ id }) => id}
      empty={<NothingFound q={q} />}
    >
      {(account) => <PersonRow account={account} />}
    </FeedView>
  )
}

function Tags({ q }: { q: string }) {
  const feed = tags(q)
  return (
    <FeedView
      key={feed.key}
      feed={feed}
      label={t('Hashtags')}
      keyOf={({ name }) => name}
      empty={<NothingFound q={q} />}
    >
      {(tag) => <TagRow tag={tag} />}
    </FeedView>
  )
}

function Posts({ q }: { q: string }) {
  return (
    <PostFeed
      feed={feedOf(searchSource(q))}
      label={t('Posts that were found')}
      context="public"
      empty={<NothingFound q={q} />}
    />
  )
}

function NoPosts() {
  return (
    <Empty>
      <OnlyHere />
    </Empty>
  )
}
