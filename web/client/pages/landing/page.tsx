import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { api } from '../../../shared/api.ts'
import { type ApiError, asApiError } from '../../../shared/api-error.ts'
import { LinkButton } from '../../../shared/components/button.tsx'
import { ErrorNotice, Loading } from '../../../shared/components/notice.tsx'
import type { Instance, Tag, TrendsLink, V1Instance } from '../../../shared/entities/api.ts'
import { t } from '../../../shared/i18n.ts'
import { server } from '../../../shared/session.ts'
import { accessTo } from '../../feed/access.tsx'
import { feedOf, statusSource } from '../../feed/feeds.ts'
import { PostFeed } from '../../feed/post-feed.tsx'
import { useStream } from '../../feed/streams.ts'
import { AccountRow } from '../../people/account-row.tsx'
import { instance, readInstance } from '../../state/server.ts'
import { Hero } from './hero.tsx'
import './landing.css'
import { Topics } from './topics.tsx'

const RULES_SHOWN = 5
/** as the page of the server shows (src/web/public-landing.ts) */
const TAGS_SHOWN = 6
const LINKS_SHOWN = 3

interface Landing {
  totals: V1Instance['stats'] | null
  tags: readonly Tag[]
  links: readonly TrendsLink[]
}

const landing = signal<Landing | null>(null)
const failed = signal<ApiError | null>(null)
const recent = () => feedOf(statusSource('/api/v1/timelines/public', { local: true, limit: 10 }))

/** What of it cannot be read is left out: a visitor misses nothing that is needed to come in. */
async function read(): Promise<void> {
  failed.value = null
  try {
    const [, v1, tags, links] = await Promise.all([
      readInstance(),
      api.get<V1Instance>('/api/v1/instance').catch(() => null),
      api.get<Tag[]>('/api/v1/trends/tags', { limit: TAGS_SHOWN }).catch(() => []),
      api.get<TrendsLink[]>('/api/v1/trends/links', { limit: LINKS_SHOWN }).catch(() => []),
    ])
    landing.value = { totals: v1?.stats ?? null, tags, links }
  } catch (error) {
    failed.value = asApiError(error)
  }
}

export async function prepare(): Promise<void> {
  await read()
  if (accessTo('live_feeds', 'local') === 'open') await recent().start()
}

/** What visitors see first. The server draws the same before the client is there. */
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
      <Hero instance={known} totals={shown.totals} />
      <Topics tags={shown.tags} links={shown.links} />
      <House instance={known} />
      {accessTo('live_feeds', 'local') === 'open' && <Recent />}
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

/** What holds here, and who sees to it. */
function House({ instance: { rules, contact } }: { instance: Instance }) {
  if (rules.length === 0 && contact.account === null) return null
  return (
    <div class="landing-house">
      {rules.length > 0 && (
        <section class="card" aria-label={t('House rules')}>
          <h2>{t('House rules')}</h2>
          <ol class="landing-rules">
            {rules.slice(0, RULES_SHOWN).map(({ id, text }) => (
              <li key={id}>{text}</li>
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
    </div>
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
            <p>{t('Nobody has posted for everybody yet.')}</p>
            <LinkButton href="/explore">{t('Explore')}</LinkButton>
          </>
        }
      />
    </section>
  )
}
