import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { api } from '../../../shared/api.ts'
import { type ApiError, asApiError } from '../../../shared/api-error.ts'
import { LinkButton } from '../../../shared/components/button.tsx'
import { ErrorNotice, Loading } from '../../../shared/components/notice.tsx'
import type {
  Account,
  Instance,
  InstanceActivity,
  Status,
  Tag,
  TrendsLink,
  V1Instance,
} from '../../../shared/entities/api.ts'
import { t } from '../../../shared/i18n.ts'
import type { Query } from '../../../shared/query.ts'
import { server } from '../../../shared/session.ts'
import { Drawing } from '../../drawings/drawing.tsx'
import { accessTo } from '../../feed/access.tsx'
import { feedOf, statusSource } from '../../feed/feed-cache.ts'
import { useStream } from '../../feed/use-stream.ts'
import { AccountRow } from '../../people/account-row.tsx'
import { instance, readInstance } from '../../state/server.ts'
import { PostFeed } from '../../status/post-feed.tsx'
import { Hero } from './hero.tsx'
import '../../../../src/surfaces/pages/styles/landing-columns.css'
import './landing.css'
import { People, Pictures } from './life.tsx'
import { LOOKED_AT, shownPictures } from './pictures.ts'
import { Topics } from './topics.tsx'

const RULES_SHOWN = 5
/** as the page of the server shows (src/surfaces/pages/public/landing.ts) */
const TAGS_SHOWN = 6
const LINKS_SHOWN = 3

const PEOPLE_SHOWN = 6

interface Landing {
  totals: V1Instance['stats'] | null
  people: readonly Account[]
  pictures: readonly Status[]
  /** posts of each week, the newest last */
  weeks: readonly number[]
  tags: readonly Tag[]
  links: readonly TrendsLink[]
}

const landing = signal<Landing | null>(null)
const failed = signal<ApiError | null>(null)
const recent = () => feedOf(statusSource('/api/v1/timelines/public', { local: true, limit: 10 }))

/** Reads the page's data. A failed request of an optional part leaves that part out. */
async function read(): Promise<void> {
  failed.value = null
  try {
    const [, v1, tags, links, people, media, weeks] = await Promise.all([
      readInstance(),
      api.get<V1Instance>('/api/v1/instance').catch(() => null),
      some<Tag>('/api/v1/trends/tags', { limit: TAGS_SHOWN }),
      some<TrendsLink>('/api/v1/trends/links', { limit: LINKS_SHOWN }),
      some<Account>('/api/v1/directory', { local: true, limit: PEOPLE_SHOWN }),
      some<Status>('/api/v1/timelines/public', { local: true, only_media: true, limit: LOOKED_AT }),
      some<InstanceActivity>('/api/v1/instance/activity'),
    ])
    landing.value = {
      totals: v1?.stats ?? null,
      tags,
      links,
      people,
      pictures: shownPictures(media),
      weeks: weeks.map(({ statuses }) => Number(statuses)).reverse(),
    }
  } catch (error) {
    failed.value = asApiError(error)
  }
}

/** A part of the page that is left out where the server does not show it. */
const some = <T,>(path: string, query: Query = {}): Promise<T[]> =>
  api.get<T[]>(path, query).catch(() => [])

export async function prepare(): Promise<void> {
  await read()
  if (accessTo('live_feeds', 'local') === 'open') await recent().start()
}

/** The landing page for visitors. The server draws the same page before the client loads. */
export function Page() {
  const known = instance.value
  const shown = landing.value
  useEffect(() => {
    document.title = server.title
    if (landing.peek() === null) void prepare()
  }, [])
  if (failed.value !== null) return <NotRead error={failed.value} />
  if (known === null || shown === null) return <Loading />
  return (
    <div class="landing">
      <Hero instance={known} totals={shown.totals} weeks={shown.weeks} />
      <Pictures posts={shown.pictures} />
      <div class="landing-side">
        <People accounts={shown.people} />
        <Topics tags={shown.tags} links={shown.links} />
        <House instance={known} />
      </div>
      <div class="landing-recent">{accessTo('live_feeds', 'local') === 'open' && <Recent />}</div>
    </div>
  )
}

function NotRead({ error }: { error: ApiError }) {
  return (
    <>
      <h1>{server.title}</h1>
      <ErrorNotice error={error} retry={() => void prepare()} />
    </>
  )
}

/** The server's rules, and its contact. */
function House({ instance: { rules, contact } }: { instance: Instance }) {
  if (rules.length === 0 && contact.account === null) return null
  return (
    <>
      {rules.length > 0 && (
        <section class="card" aria-label={t('House rules')}>
          <h2>{t('House rules')}</h2>
          <ol class="landing-rules">
            {rules.slice(0, RULES_SHOWN).map(({ id, text }) => (
              <li key={id}>
                <bdi>{text}</bdi>
              </li>
            ))}
          </ol>
          <p class="landing-more">
            <a href="/about">{t('All the rules')}</a>
          </p>
        </section>
      )}
      {contact.account !== null && (
        <section class="card" aria-label={t('Who runs it')}>
          <h2>{t('Who runs it')}</h2>
          <AccountRow account={contact.account} />
        </section>
      )}
    </>
  )
}

function Recent() {
  const feed = recent()
  useStream(feed, 'public:local')
  return (
    <section aria-labelledby="landing-recent">
      <h2 id="landing-recent" class="landing-title">
        {t('Lately here')}
      </h2>
      <PostFeed
        feed={feed}
        label={t('Lately here')}
        context="public"
        empty={
          <>
            <Drawing of="nest" />
            <h3>{t('The nest is being built')}</h3>
            <p>
              {t(
                'Nobody has posted for everybody yet. What people write here appears in this place, with their pictures and what they talk about.',
              )}
            </p>
            <LinkButton href="/explore">{t('Explore')}</LinkButton>
          </>
        }
      />
    </section>
  )
}
