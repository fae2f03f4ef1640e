import { useState } from 'preact/hooks'
import { api } from '../../../shared/api.ts'
import { ActionButton } from '../../../shared/components/action-button.tsx'
import { Button } from '../../../shared/components/button.tsx'
import { Loaded } from '../../../shared/components/loaded.tsx'
import { displayName } from '../../../shared/components/person.tsx'
import { Time } from '../../../shared/components/time.tsx'
import type { Filter, FilterStatus, Status } from '../../../shared/entities/api.ts'
import { t } from '../../../shared/i18n.ts'
import { useResource } from '../../../shared/use-resource.ts'
import { refreshFilter } from '../../filters/own-filters.ts'
import { Avatar } from '../../people/account-name.tsx'
import { statusPath } from '../../state/accounts.ts'
import { directionOf } from '../../status/text-links.ts'
import { textOf } from '../../status/words.ts'

/** as many as the API gives out at once */
const PAGE = 20

interface FilteredPostsProps {
  filter: Filter
  onChange: (filter: Filter) => void
}

/** The posts that a filter names, beside its words. Most filters name none. */
export function FilteredPosts({ filter, onChange }: FilteredPostsProps) {
  const [most, show] = useState(PAGE)
  const { statuses } = filter
  if (statuses.length === 0) return null
  const pages = Array.from({ length: Math.ceil(Math.min(most, statuses.length) / PAGE) }, (_, at) =>
    statuses.slice(at * PAGE, (at + 1) * PAGE),
  )
  const remove = async ({ id }: FilterStatus) => {
    await api.delete(`/api/v2/filters/statuses/${id}`)
    onChange({ ...filter, statuses: statuses.filter((one) => one.id !== id) })
    await refreshFilter(filter.id)
  }
  return (
    <section class="page-section filtered-posts" aria-labelledby="filtered-posts">
      <h2 id="filtered-posts">{t('Posts that you have put into it')}</h2>
      {pages.map((page, at) => (
        <PostsPage key={at} page={page} remove={remove} />
      ))}
      {most < statuses.length && (
        <Button onClick={() => show(most + PAGE)}>{t('Show more')}</Button>
      )}
    </section>
  )
}

interface PageProps {
  page: readonly FilterStatus[]
  remove: (entry: FilterStatus) => Promise<void>
}

function PostsPage({ page, remove }: PageProps) {
  const ids = page.map(({ status_id }) => status_id)
  const found = useResource(`filtered ${ids.join()}`, () =>
    api.get<Status[]>('/api/v1/statuses', { id: ids }),
  )
  return (
    <Loaded from={found}>
      {(statuses) => (
        <ul class="entries">
          {page.map((entry) => {
            const status = statuses.find(({ id }) => id === entry.status_id) ?? null
            return (
              <li key={entry.id} class="filtered-post">
                {status === null ? <GonePost /> : <Summary status={status} />}
                <ActionButton
                  small
                  run={() => remove(entry)}
                  done={t('The post is not filtered any more')}
                >
                  {t('Take out')}
                </ActionButton>
              </li>
            )
          })}
        </ul>
      )}
    </Loaded>
  )
}

const GonePost = () => <p class="muted">{t('A post that is not there any more')}</p>

/** Enough of a post to know it again, though it is filtered elsewhere. */
function Summary({ status }: { status: Status }) {
  const { account, created_at, content, spoiler_text, language } = status
  const words = spoiler_text || textOf(content) || t('A post without words')
  return (
    <>
      <Avatar account={account} size={36} />
      <div>
        <p>
          <bdi class="name">{displayName(account)}</bdi>{' '}
          <span class="muted small">
            <Time at={created_at} />
          </span>
        </p>
        <a
          class="filtered-words"
          href={statusPath(status)}
          dir={directionOf(language)}
          lang={language ?? ''}
        >
          {words}
        </a>
      </div>
    </>
  )
}
