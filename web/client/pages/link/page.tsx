import { LinkButton } from '../../../shared/components/button.tsx'
import { Empty } from '../../../shared/components/notice.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { t } from '../../../shared/i18n.ts'
import { ExternalLink, Icon } from '../../../shared/icons.tsx'
import { place } from '../../../shared/router.ts'
import { accessTo, Closed } from '../../feed/access.tsx'
import { feedOf, statusSource } from '../../feed/feed-cache.ts'
import { readInstance } from '../../state/server.ts'
import { PostFeed } from '../../status/post-feed.tsx'

const address = () => place.value.query.url ?? ''
const timeline = () => feedOf(statusSource('/api/v1/timelines/link', { url: address() }))

export async function prepare(): Promise<void> {
  await readInstance().catch(() => {})
  if (address() !== '' && accessTo('trending_link_feeds', 'all') === 'open') {
    await timeline().start()
  }
}

export function Page() {
  const url = readAddress(address())
  const access = accessTo('trending_link_feeds', 'all')
  return (
    <>
      <PageHead title={t('Posts about a link')} up={{ href: '/explore/links', title: t('News') }} />
      {url === null ? (
        <NotTrending />
      ) : (
        <>
          <LinkTo url={url} />
          {access === 'open' ? <Timeline /> : <Closed access={access} />}
        </>
      )}
    </>
  )
}

/** The page that is talked about, by its title where a post brings it. */
function LinkTo({ url }: { url: URL }) {
  const posts = timeline().blocks.value[0]?.entries ?? []
  const card = posts.map(({ shown }) => shown.value.card).find((one) => one?.url === url.href)
  return (
    <p class="link-about">
      <a href={url.href} target="_blank" rel="noopener noreferrer" dir="auto">
        {card?.title || url.href} <Icon of={ExternalLink} size={16} />
      </a>{' '}
      <span class="muted" dir="ltr">
        {url.host}
      </span>
    </p>
  )
}

function Timeline() {
  const feed = timeline()
  if (feed.error.value?.status === 404) return <NotTrending />
  return (
    <PostFeed
      key={feed.key}
      feed={feed}
      label={t('Posts about a link')}
      context="public"
      empty={<p>{t('Nobody speaks about it in public at the moment.')}</p>}
    />
  )
}

function NotTrending() {
  return (
    <Empty>
      <p>{t('Posts are gathered for links that many people share. This one is not among them.')}</p>
      <LinkButton kind="primary" href="/explore/links">
        {t('See what is shared most')}
      </LinkButton>
    </Empty>
  )
}

function readAddress(text: string): URL | null {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) ? url : null
}
