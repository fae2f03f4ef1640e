import { LinkButton } from '../../../shared/components/button.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { t } from '../../../shared/i18n.ts'
import { place, setQuery } from '../../../shared/router.ts'
import { server, viewer } from '../../../shared/session.ts'
import { accessTo, Closed, type Origin } from '../../feed/access.tsx'
import { feedOf, statusSource } from '../../feed/feed-cache.ts'
import { Option, Options } from '../../feed/options.tsx'
import { PathTabs } from '../../feed/path-tabs.tsx'
import { useStream } from '../../feed/use-stream.ts'
import type { PageProps } from '../../page.ts'
import { readInstance } from '../../state/server.ts'
import { PostFeed } from '../../status/post-feed.tsx'

const originOf = ({ origin }: PageProps['params']): Origin =>
  origin === 'local' || origin === 'remote' ? origin : 'all'

const onlyMedia = () => place.value.query.only_media === 'true'

function timeline(origin: Origin) {
  const only = origin === 'all' ? {} : { [origin]: true }
  const media = onlyMedia() ? { only_media: true } : {}
  return feedOf(statusSource('/api/v1/timelines/public', { ...only, ...media }))
}

export async function prepare(params: PageProps['params']): Promise<void> {
  const origin = originOf(params)
  await readInstance().catch(() => {})
  if (accessTo('live_feeds', origin) === 'open') await timeline(origin).start()
}

export function Page({ params }: PageProps) {
  const origin = originOf(params)
  const access = accessTo('live_feeds', origin)
  return (
    <>
      <PageHead
        title={TITLES[origin]()}
        lead={LEADS[origin]()}
        actions={
          <Options isChanged={onlyMedia()}>
            <Option
              label={t('Only posts with pictures, video or sound')}
              on={onlyMedia()}
              change={(on) => setQuery({ only_media: on ? 'true' : null })}
            />
          </Options>
        }
      />
      <PathTabs
        label={t('Which servers')}
        tabs={[
          ['/public/local', t('This server')],
          ['/public', t('All servers')],
          ['/public/remote', t('Other servers')],
        ]}
      />
      {access === 'open' ? <Timeline key={origin} origin={origin} /> : <Closed access={access} />}
    </>
  )
}

const TITLES: Record<Origin, () => string> = {
  all: () => t('All servers'),
  local: () => t('This server'),
  remote: () => t('Other servers'),
}

const LEADS: Record<Origin, () => string> = {
  all: () => t('What people here and everybody they follow say in public.'),
  local: () => t('What people on {server} say in public.', { server: server.domain }),
  remote: () => t('What people elsewhere say in public, as far as somebody here follows them.'),
}

const STREAMS: Record<Origin, string> = {
  all: 'public',
  local: 'public:local',
  remote: 'public:remote',
}

function Timeline({ origin }: { origin: Origin }) {
  const feed = timeline(origin)
  useStream(feed, onlyMedia() ? `${STREAMS[origin]}:media` : STREAMS[origin])
  return <PostFeed feed={feed} label={TITLES[origin]()} context="public" empty={<Nothing />} />
}

function Nothing() {
  if (onlyMedia()) {
    return (
      <>
        <p>{t('Nobody has posted a picture, video or sound here yet.')}</p>
        <LinkButton href={place.value.path}>{t('Show all posts')}</LinkButton>
      </>
    )
  }
  return (
    <>
      <p>{t('Nothing has been said here yet.')}</p>
      <LinkButton kind="primary" href={viewer === null ? '/explore' : '/publish'}>
        {viewer === null ? t('Look around') : t('Write the first post')}
      </LinkButton>
    </>
  )
}
