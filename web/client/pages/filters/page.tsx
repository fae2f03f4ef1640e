import {
  filterActions,
  filterContexts,
} from '../../../../src/surfaces/pages/settings/filter-choices.ts'
import { ActionButton } from '../../../shared/components/action-button.tsx'
import { LinkButton } from '../../../shared/components/button.tsx'
import { Badge, Empty, ErrorNotice, Loading } from '../../../shared/components/notice.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import type { Filter } from '../../../shared/entities/api.ts'
import { formatDateTime } from '../../../shared/format.ts'
import { plural, t } from '../../../shared/i18n.ts'
import { Drawing } from '../../drawings/drawing.tsx'
import { hasEnded } from '../../filters/draft.ts'
import { deleteFilter, ownFilters } from '../../filters/own-filters.ts'
import { useCached } from '../../people/read-cache.ts'
import './filters.css'

export const prepare = () => ownFilters().read()

/** The person's filters. */
export function Page() {
  return (
    <>
      <PageHead
        title={t('Filters')}
        lead={t('A filter covers or hides posts with words that you choose, in every app.')}
        actions={
          <LinkButton kind="primary" href="/filters/new">
            {t('New filter')}
          </LinkButton>
        }
      />
      <Filters filters={useCached(ownFilters())} />
    </>
  )
}

function Filters({ filters }: { filters: readonly Filter[] | null }) {
  const error = ownFilters().error.value
  if (filters === null) {
    if (error === null) return <Loading />
    return <ErrorNotice error={error} retry={() => void ownFilters().reload()} />
  }
  if (filters.length === 0) {
    return (
      <Empty>
        <Drawing of="rows" />
        <p>{t('You have no filters yet.')}</p>
      </Empty>
    )
  }
  return (
    <ul class="entries" aria-label={t('Your filters')}>
      {filters.map((filter) => (
        <li key={filter.id}>
          <Row filter={filter} />
        </li>
      ))}
    </ul>
  )
}

function Row({ filter }: { filter: Filter }) {
  const { id, title, expires_at } = filter
  const isOver = hasEnded(filter, Date.now())
  const edit = `/filters/${id}/edit`
  return (
    <div class="filter-row">
      <div>
        <p>
          <a class="name" href={edit} dir="auto">
            {title}
          </a>{' '}
          {isOver && <Badge>{t('Ended')}</Badge>}
        </p>
        <p class="muted small" dir="auto">
          {wordsOf(filter)}
        </p>
        <p class="muted small">
          {placesOf(filter)}
          {expires_at !== null && !isOver && (
            <> · {t('until {time}', { time: formatDateTime(expires_at) })}</>
          )}
        </p>
      </div>
      <div class="buttons">
        <LinkButton small href={edit}>
          {t('Edit')} <span class="visually-hidden">{title}</span>
        </LinkButton>
        <ActionButton
          small
          label={t('Delete “{title}”', { title })}
          run={() => deleteFilter(id)}
          done={t('The filter was deleted.')}
          question={{
            title: t('Delete “{title}”?', { title }),
            text: t('What it covers or hides is shown again.'),
            confirm: t('Delete the filter'),
            danger: true,
          }}
        >
          {t('Delete')}
        </ActionButton>
      </div>
    </div>
  )
}

/** so many words of a filter are named */
const MOST_WORDS = 5

function wordsOf({ keywords, statuses }: Filter): string {
  const named = keywords.slice(0, MOST_WORDS).map(({ keyword }) => keyword)
  if (keywords.length > MOST_WORDS) named.push('…')
  const words = named.length === 0 ? t('No words') : named.join(', ')
  if (statuses.length === 0) return words
  const posts = plural(statuses.length, '{n} post', '{n} posts')
  return `${words} · ${posts}`
}

function placesOf({ filter_action, context }: Filter): string {
  const action = filterActions(t).find(({ value }) => value === filter_action)?.title
  const places = filterContexts(t).filter(({ value }) => context.includes(value))
  return [action, places.map(({ title }) => title).join(', ')].join(' · ')
}
