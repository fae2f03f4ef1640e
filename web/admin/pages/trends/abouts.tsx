import { Sparkline } from '../../../shared/components/chart.tsx'
import { Person } from '../../../shared/components/person.tsx'
import { Time } from '../../../shared/components/time.tsx'
import type {
  AdminTag,
  Publisher,
  TrendHistory,
  TrendingLink,
  TrendingStatus,
} from '../../../shared/entities/trends.ts'
import { count } from '../../../shared/format.ts'
import { accountHref } from '../../parts/places.ts'
import { Post } from '../../parts/post.tsx'

export function TagAbout({ tag }: { tag: AdminTag }) {
  const { id, name, usable, listable, history } = tag
  const limits = [usable ? '' : 'may not be written', listable ? '' : 'not found by search']
  return (
    <>
      <div class="trend-words">
        <h2>
          <a href={`/admin/trends/tags/${id}`}>#{name}</a>
        </h2>
        <p class="muted small">
          {[usesIn(history), ...limits].filter((text) => text !== '').join(' · ')}
        </p>
      </div>
      <Uses history={history} of={`#${name}`} />
    </>
  )
}

export function LinkAbout({ link }: { link: TrendingLink }) {
  const { url, title, description, provider_name, author_name, image, language, history } = link
  const facts = [provider_name || hostOf(url), author_name, language ?? '', usesIn(history)]
  return (
    <>
      {image !== null && <img class="trend-image" src={image} alt="" loading="lazy" />}
      <div class="trend-words">
        <h2>
          <a href={url} target="_blank" rel="noopener noreferrer">
            {title || url}
          </a>
        </h2>
        {description !== '' && <p class="trend-description">{description}</p>}
        <p class="muted small">{facts.filter((text) => text !== '').join(' · ')}</p>
      </div>
      <Uses history={history} of={title} />
    </>
  )
}

export function StatusAbout({ status }: { status: TrendingStatus }) {
  const { account, favourites_count, reblogs_count } = status
  return (
    <div class="trend-words">
      <Person account={account} href={accountHref(account.id)} />
      <Post status={status} />
      <p class="muted small">
        {count(favourites_count, 'favourite')}, {count(reblogs_count, 'boost')}
      </p>
    </div>
  )
}

export function PublisherAbout({ publisher }: { publisher: Publisher }) {
  const { domain, requested_review_at, reviewed_at } = publisher
  return (
    <div class="trend-words">
      <h2>
        <a href={`https://${domain}/`} target="_blank" rel="noopener noreferrer">
          {domain}
        </a>
      </h2>
      <p class="muted small">
        {requested_review_at === null ? (
          'None of its pages has risen yet'
        ) : (
          <>
            A page of it first rose <Time at={requested_review_at} />
          </>
        )}
        {reviewed_at !== null && (
          <>
            {' '}
            · decided <Time at={reviewed_at} />
          </>
        )}
      </p>
    </div>
  )
}

function Uses({ history, of }: { history: readonly TrendHistory[]; of: string }) {
  const values = history.map(({ uses }) => Number(uses)).toReversed()
  return (
    <div class="trend-uses">
      <Sparkline values={values} label={`Uses of ${of} day by day: ${values.join(', ')}`} />
    </div>
  )
}

/** "12 people, 30 times in 7 days": people are counted again each day. */
export function usesIn(history: readonly TrendHistory[]): string {
  const sum = (name: 'accounts' | 'uses') =>
    history.reduce((all, day) => all + Number(day[name]), 0)
  const [today] = history
  const now = count(Number(today?.accounts ?? 0), 'person', 'people')
  return `${now} today, ${count(sum('uses'), 'use')} in ${count(history.length, 'day')}`
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? ''
}
