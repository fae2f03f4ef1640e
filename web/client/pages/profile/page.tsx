import { useEffect, useState } from 'preact/hooks'
import { Button } from '../../../shared/components/button.tsx'
import { Loading, Notice } from '../../../shared/components/notice.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { displayName } from '../../../shared/components/person.tsx'
import type { Account, Relationship } from '../../../shared/entities/api.ts'
import { t } from '../../../shared/i18n.ts'
import { place } from '../../../shared/router.ts'
import { server, viewer } from '../../../shared/session.ts'
import { usePageAside } from '../../frame/page-aside.ts'
import type { PageProps } from '../../page.ts'
import {
  accountOf,
  familiarFollowersOf,
  featuredTagsOf,
  pinnedPostsOf,
} from '../../people/account-cache.ts'
import { useCached } from '../../people/read-cache.ts'
import { readRelationship, relationshipTo } from '../../people/relationships.ts'
import { Featured } from '../../profile/featured.tsx'
import { MediaGrid } from '../../profile/media-grid.tsx'
import { ProfileHead } from '../../profile/profile-head.tsx'
import { ProfileNotices } from '../../profile/profile-notices.tsx'
import { Elsewhere, ProfilePosts } from '../../profile/profile-posts.tsx'
import { mediaOf, postsOf, type Tab, tabAt, tabsOf } from '../../profile/tabs.ts'
import { SuspendedProfile, UnknownProfile } from '../../profile/unavailable-profile.tsx'
import { useTint } from '../../profile/use-tint.ts'
import { useIntent } from '../../state/use-intent.ts'
import { followIntent } from './intent.ts'
import { RecentMedia } from './recent-media.tsx'
import '../../people/people.css'
import './profile.css'

/** Reads all that stands above the fold, so that the page is drawn whole. */
export async function prepare({ acct = '', tag }: PageProps['params']): Promise<void> {
  const found = accountOf(acct)
  await found.read()
  const account = found.data.value
  if (account === null) return
  const tab = tabAt(place.value.path)
  await Promise.allSettled([
    readRelationship(account.id),
    viewer === null || viewer.account_id === account.id || familiarFollowersOf(account).read(),
    featuredTagsOf(account).read(),
    tab === 'posts' && pinnedPostsOf(account).read(),
    tab === 'media' && mediaOf(account).start(),
    tab !== 'media' && tab !== 'featured' && postsOf(account, tab, tag).start(),
  ])
}

export function Page({ params: { acct = '', tag } }: PageProps) {
  const found = accountOf(acct)
  const account = useCached(found)
  const error = found.error.value
  if (account === null) {
    if (error === null) return <Loading />
    return <UnknownProfile acct={acct} error={error} retry={() => void found.reload()} />
  }
  if (account.suspended) return <SuspendedProfile account={account} />
  return <Profile key={account.id} account={account} tag={tag} />
}

function Profile({ account, tag }: { account: Account; tag: string | undefined }) {
  const relationship = relationshipTo(account.id).value
  useEffect(() => void readRelationship(account.id).catch(() => {}), [account.id])
  useIntent(relationship !== null, (intent) => followIntent(intent, account, relationship))
  const [isRevealed, reveal] = useState(false)
  const isOwn = viewer?.account_id === account.id
  const covered = account.limited === true && !relationship?.following && !isOwn && !isRevealed
  const tab = tabAt(place.value.path)
  const isOpen = !covered && !isShut(relationship)
  const showsMedia = isOpen && account.show_media && tab !== 'media'
  useTint('.profile > :not(.page-head)', account, !isOpen)
  usePageAside(`${account.id} ${showsMedia}`, () =>
    showsMedia ? <RecentMedia account={account} /> : null,
  )
  return (
    <div class={account.moved ? 'profile moved' : 'profile'}>
      <PageHead
        title={`${account.display_name || account.username} (@${account.acct})`}
        heading={<bdi>{covered ? account.username : displayName(account)}</bdi>}
      />
      <ProfileNotices account={account} relationship={relationship} />
      <ProfileHead account={account} relationship={relationship} covered={covered} />
      <ProfileTabs account={account} tab={tab} />
      {covered || (isShut(relationship) && !isRevealed) ? (
        <Covered isLimited={covered} reveal={() => reveal(true)} />
      ) : (
        <Content account={account} tab={tab} tag={tag} />
      )}
    </div>
  )
}

/** Whether the person wanted to see nothing of them. */
function isShut(relationship: Relationship | null): boolean {
  return relationship?.blocking === true || relationship?.domain_blocking === true
}

function Content({ account, tab, tag }: { account: Account; tab: Tab; tag: string | undefined }) {
  if (tab === 'featured') return <Featured account={account} />
  if (tab === 'media') {
    return (
      <>
        <MediaGrid account={account} />
        <Elsewhere account={account} />
      </>
    )
  }
  return <ProfilePosts account={account} tab={tab} {...(tag === undefined ? {} : { tag })} />
}

function Covered({ isLimited, reveal }: { isLimited: boolean; reveal: () => void }) {
  return (
    <Notice tone="warning">
      <p>
        {isLimited
          ? t('The moderators of {server} have hidden this profile.', { server: server.title })
          : t('What they posted is hidden, as you blocked them.')}
      </p>
      <Button small onClick={reveal}>
        {t('Show anyway')}
      </Button>
    </Notice>
  )
}

function ProfileTabs({ account, tab }: { account: Account; tab: Tab }) {
  const current = tab === 'tagged' ? 'posts' : tab
  return (
    <nav class="tabs profile-tabs" aria-label={t('Parts of the profile')}>
      {tabsOf(account).map((one) => (
        <a key={one.tab} href={one.href} aria-current={one.tab === current ? 'page' : undefined}>
          {one.title}
        </a>
      ))}
    </nav>
  )
}
