import type { ComponentType } from 'preact'
import { useCallback, useEffect, useState } from 'preact/hooks'
import { LinkButton } from '../../../shared/components/button.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { t } from '../../../shared/i18n.ts'
import { AnnouncementHost, prepareAnnouncements } from '../../announcements/announcement-host.tsx'
import { Drawing } from '../../drawings/drawing.tsx'
import { feedOf } from '../../feed/feed-cache.ts'
import { homeGrouping, homeSource, isBoost, isReply } from '../../feed/home.ts'
import { Option, Options } from '../../feed/options.tsx'
import { useReadPosition } from '../../feed/read-position.ts'
import { useStream } from '../../feed/use-stream.ts'
import { choice, choose } from '../../state/local-choices.ts'
import type { Post } from '../../state/statuses.ts'
import { saveWebSetting, webSetting } from '../../state/web-settings.ts'
import { PostFeed } from '../../status/post-feed.tsx'
import { YearHintHost } from '../../year/year-hint-host.tsx'
import { FirstSteps } from './first-steps.tsx'
import './home.css'

const home = () => feedOf(homeSource, { keepsPlace: true })

export const prepare = () => prepareAnnouncements(home().start())

const NO_BOOSTS = 'home.no-boosts'
const NO_REPLIES = 'home.no-replies'

export function Page() {
  const feed = home()
  const withoutBoosts = choice(NO_BOOSTS).value
  const withoutReplies = choice(NO_REPLIES).value
  useStream(feed, 'user')
  useReadPosition(feed)
  const shows = useCallback(
    (post: Post) => !(withoutBoosts && isBoost(post)) && !(withoutReplies && isReply(post)),
    [withoutBoosts, withoutReplies],
  )
  return (
    <>
      <PageHead
        title={t('Home')}
        actions={
          <Options isChanged={withoutBoosts || withoutReplies}>
            <Option
              label={t('Show boosts')}
              on={!withoutBoosts}
              change={(on) => choose(NO_BOOSTS, !on)}
            />
            <Option
              label={t('Show replies')}
              hint={t('What people answer to themselves stays.')}
              on={!withoutReplies}
              change={(on) => choose(NO_REPLIES, !on)}
            />
            <Option
              label={t('Show conversations together')}
              on={webSetting('group_replies').value}
              change={(on) => saveWebSetting('group_replies', on)}
            />
            <Option
              label={t('Put boosts beside each other')}
              on={webSetting('group_boosts').value}
              change={(on) => saveWebSetting('group_boosts', on)}
            />
          </Options>
        }
      />
      <AnnouncementHost />
      <YearHintHost />
      <FirstSteps />
      <PostFeed
        feed={feed}
        label={t('Home timeline')}
        context="home"
        shows={shows}
        grouping={homeGrouping()}
        keepsPlace
        empty={<Nothing isFiltered={feed.blocks.value.length > 0} />}
        end={<End />}
      />
    </>
  )
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) {
    return <p>{t('Boosts and replies are hidden here. Choose “View” to see them.')}</p>
  }
  return (
    <>
      <Drawing of="nest" />
      <p>{t('Nothing here yet. Follow people and hashtags, and what they post comes here.')}</p>
      <div class="buttons centred">
        <LinkButton kind="primary" href="/explore/suggestions">
          {t('Find people to follow')}
        </LinkButton>
        <LinkButton href="/public/local">{t('See what is said here')}</LinkButton>
        {webSetting('first_steps').value === '' && (
          <LinkButton href="/start">{t('Your first steps')}</LinkButton>
        )}
      </div>
      <Beginning />
    </>
  )
}

/** Loaded only where home is empty. */
function Beginning() {
  const [Loaded, setLoaded] = useState<ComponentType | null>(null)
  useEffect(() => {
    import('./nothing-yet.tsx').then(
      ({ NothingYet }) => setLoaded(() => NothingYet),
      // home without it is still whole
      () => {},
    )
  }, [])
  return Loaded && <Loaded />
}

function End() {
  return (
    <div class="feed-end">
      <p class="muted">{t('You have seen all of it.')}</p>
      <LinkButton small href="/explore/suggestions">
        {t('Find more people to follow')}
      </LinkButton>
    </div>
  )
}
