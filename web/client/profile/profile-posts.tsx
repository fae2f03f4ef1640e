import { LinkButton } from '../../shared/components/button.tsx'
import type { Account, FeaturedTag } from '../../shared/entities/api.ts'
import { plural, t } from '../../shared/i18n.ts'
import { Icon, Pin } from '../../shared/icons.tsx'
import { viewer } from '../../shared/session.ts'
import { usePull } from '../feed/pulled-feed.ts'
import { featuredTagsOf, pinnedPostsOf } from '../people/account-cache.ts'
import { domainOf } from '../people/domain.ts'
import { useCached } from '../people/read-cache.ts'
import { profilePath } from '../state/accounts.ts'
import { PostFeed } from '../status/post-feed.tsx'
import { StatusCard } from '../status/status-card.tsx'
import { postsOf, type Tab } from './tabs.ts'

interface ProfilePostsProps {
  account: Account
  tab: Tab
  /** which posts: those with this hashtag */
  tag?: string
}

/** Statuses of an account, with its featured hashtags and its pinned statuses above. */
export function ProfilePosts({ account, tab, tag }: ProfilePostsProps) {
  const feed = postsOf(account, tab, tag)
  usePull(feed)
  return (
    <>
      {tab !== 'with_replies' && <FeaturedTags account={account} chosen={tag} />}
      {tab === 'posts' && <PinnedPosts account={account} />}
      <PostFeed
        feed={feed}
        label={tag === undefined ? t('Posts') : t('Posts with #{tag}', { tag })}
        context="account"
        empty={<NoPosts account={account} tag={tag} />}
      />
      <Elsewhere account={account} />
    </>
  )
}

function FeaturedTags({ account, chosen }: { account: Account; chosen: string | undefined }) {
  const featured = useCached(featuredTagsOf(account)) ?? []
  const isOther = chosen !== undefined && !featured.some(({ name }) => isSame(name, chosen))
  if (featured.length === 0 && !isOther) return null
  const base = profilePath(account)
  return (
    <nav class="chips" aria-label={t('Hashtags of these posts')}>
      <a class="chip" href={base} aria-current={chosen === undefined ? 'page' : undefined}>
        {t('All posts')}
      </a>
      {featured.map((tag) => (
        <TagChip key={tag.id} tag={tag} base={base} isChosen={isSame(tag.name, chosen)} />
      ))}
      {isOther && (
        <span class="chip" aria-current="page">
          #{chosen}
        </span>
      )}
    </nav>
  )
}

const isSame = (one: string, other: string | undefined) =>
  other !== undefined && one.toLowerCase() === other.toLowerCase()

function TagChip(props: { tag: FeaturedTag; base: string; isChosen: boolean }) {
  const { tag, base, isChosen } = props
  return (
    <a
      class="chip"
      href={`${base}/tagged/${encodeURIComponent(tag.name)}`}
      aria-current={isChosen ? 'page' : undefined}
      title={plural(Number(tag.statuses_count), '{n} post', '{n} posts')}
    >
      #<bdi>{tag.name}</bdi>
    </a>
  )
}

function PinnedPosts({ account }: { account: Account }) {
  const pinned = useCached(pinnedPostsOf(account)) ?? []
  if (pinned.length === 0) return null
  return (
    <section class="feed pinned-posts" aria-label={t('Pinned posts')}>
      {pinned.map((post) => (
        <div key={post.id}>
          <p class="status-above">
            <Icon of={Pin} size={16} /> <span>{t('Pinned')}</span>
          </p>
          <StatusCard post={post} context="account" />
        </div>
      ))}
    </section>
  )
}

function NoPosts({ account, tag }: { account: Account; tag: string | undefined }) {
  const isOwn = viewer?.account_id === account.id
  if (tag !== undefined) {
    return (
      <>
        <p>{t('No posts with #{tag} that you can see.', { tag })}</p>
        <LinkButton href={profilePath(account)}>{t('All posts')}</LinkButton>
      </>
    )
  }
  if (isOwn) {
    return (
      <>
        <p>{t('You have not posted anything yet.')}</p>
        <LinkButton kind="primary" href="/publish">
          {t('Write your first post')}
        </LinkButton>
      </>
    )
  }
  return <p>{t('There are no posts that you can see.')}</p>
}

/** Only what came here is here. */
export function Elsewhere({ account }: { account: Account }) {
  const domain = domainOf(account)
  if (domain === null || account.url === null) return null
  return (
    <p class="elsewhere muted">
      {t('Older posts may be only on their own server.')}{' '}
      <a href={account.url} target="_blank" rel="noopener noreferrer">
        {t('See more at {domain}', { domain })}
      </a>
    </p>
  )
}
