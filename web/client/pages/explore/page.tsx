import type { ComponentType } from 'preact'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { t } from '../../../shared/i18n.ts'
import { viewer } from '../../../shared/session.ts'
import type { Feed } from '../../feed/feed.ts'
import { PathTabs } from '../../feed/path-tabs.tsx'
import type { PageProps } from '../../page.ts'
import './explore.css'
import { News, news } from './news.tsx'
import { People, people } from './people.tsx'
import { Posts, posts } from './posts.tsx'
import { RecentPosts } from './recent.tsx'
import { Tags, tags } from './tags.tsx'
import { Waiting } from './waiting.tsx'

const TABS: Readonly<Record<string, { View: ComponentType; feed: () => Feed<unknown> }>> = {
  posts: { View: Posts, feed: () => posts() as Feed<unknown> },
  tags: { View: Tags, feed: () => tags() as Feed<unknown> },
  links: { View: News, feed: () => news() as Feed<unknown> },
  suggestions: { View: People, feed: people },
}

const tabOf = ({ tab = 'posts' }: PageProps['params']) => TABS[tab] ?? TABS.posts

export const prepare = async (params: PageProps['params']) => tabOf(params)?.feed().start()

/** Trending posts, hashtags and links, and suggested accounts. */
export function Page({ params }: PageProps) {
  const tab = tabOf(params)
  const View = tab?.View ?? Posts
  return (
    <>
      <PageHead title={t('Explore')} />
      <PathTabs
        label={t('What to explore')}
        tabs={[
          ['/explore', t('Posts|what people write')],
          ['/explore/tags', t('Hashtags')],
          ['/explore/links', t('News')],
          ['/explore/suggestions', viewer === null ? t('People') : t('For you')],
        ]}
      />
      <Waiting />
      <View />
      {tab !== undefined && tab !== TABS.suggestions && <RecentPosts instead={tab.feed()} />}
    </>
  )
}
