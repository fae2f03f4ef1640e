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
import { plural, t } from '../../../shared/i18n.ts'
import { rich } from '../../../shared/rich.ts'
import { accountHref } from '../../parts/page-links.ts'
import { Post } from '../../parts/post.tsx'

export function TagAbout({ tag }: { tag: AdminTag }) {
  const { id, name, usable, listable, history } = tag
  const limits = [usable ? '' : t('may not be written'), listable ? '' : t('not found by search')]
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
        {plural(favourites_count, '{n} favourite', '{n} favourites')},{' '}
        {plural(reblogs_count, '{n} boost', '{n} boosts')}
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
        {requested_review_at === null
          ? t('None of its pages has risen yet')
          : rich('A page of it first rose {requestedreviewat}', {
              requestedreviewat: <Time at={requested_review_at} />,
            })}
        {reviewed_at !== null && (
          <> {rich('· decided {reviewedat}', { reviewedat: <Time at={reviewed_at} /> })}</>
        )}
      </p>
    </div>
  )
}

function Uses({ history, of }: { history: readonly TrendHistory[]; of: string }) {
  const values = history.map(({ uses }) => Number(uses)).toReversed()
  return (
    <div class="trend-uses">
      <Sparkline
        values={values}
        label={t('Uses of {of} day by day: {values}', { of, values: values.join(', ') })}
      />
    </div>
  )
}

/** "12 people, 30 times in 7 days": people are counted again each day. */
export function usesIn(history: readonly TrendHistory[]): string {
  const sum = (name: 'accounts' | 'uses') =>
    history.reduce((all, day) => all + Number(day[name]), 0)
  const [today] = history
  const now = plural(Number(today?.accounts ?? 0), '{n} person', '{n} people')
  return t('{now} today, {sum} in {history}', {
    now,
    sum: plural(sum('uses'), '{n} use', '{n} uses'),
    history: plural(history.length, '{n} day', '{n} days'),
  })
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? ''
}
