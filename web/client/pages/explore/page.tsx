import type { ComponentType } from 'preact'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { t } from '../../../shared/i18n.ts'
import { viewer } from '../../../shared/session.ts'
import { PathTabs } from '../../feed/path-tabs.tsx'
import type { PageProps } from '../../pages.ts'
import './explore.css'
import { News, news } from './news.tsx'
import { People, people } from './people.tsx'
import { Posts, posts } from './posts.tsx'
import { Tags, tags } from './tags.tsx'

const TABS: Readonly<
  Record<string, { View: ComponentType; feed: () => { start(): Promise<void> } }>
> = {
  posts: { View: Posts, feed: posts },
  tags: { View: Tags, feed: tags },
  links: { View: News, feed: news },
  suggestions: { View: People, feed: people },
}

const tabOf = ({ tab = 'posts' }: PageProps['params']) => TABS[tab] ?? TABS.posts

export const prepare = async (params: PageProps['params']) => tabOf(params)?.feed().start()

/** What is going on: what many speak about, and whom one might follow. */
export function Page({ params }: PageProps) {
  const View = tabOf(params)?.View ?? Posts
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
      <View />
    </>
  )
}
