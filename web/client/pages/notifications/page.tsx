import { useEffect, useState } from 'preact/hooks'
import { api } from '../../../shared/api.ts'
import { ActionButton } from '../../../shared/components/action-button.tsx'
import { LinkButton } from '../../../shared/components/button.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { Tabs } from '../../../shared/components/tabs.tsx'
import type { Notification, Status } from '../../../shared/entities/api.ts'
import { formatDay } from '../../../shared/format.ts'
import { plural, t } from '../../../shared/i18n.ts'
import { CheckCheck, Icon, Settings, Trash2 } from '../../../shared/icons.tsx'
import { go, place } from '../../../shared/router.ts'
import { openComposer } from '../../compose/open-composer.ts'
import { Drawing } from '../../drawings/drawing.tsx'
import { FeedView } from '../../feed/feed-view.tsx'
import { usePull } from '../../feed/pulled-feed.ts'
import { listen } from '../../feed/streaming.ts'
import { Banners } from '../../notification-cards/banners.tsx'
import { GroupCard } from '../../notification-cards/group-card.tsx'
import { ReactionsCard } from '../../notification-cards/reactions-card.tsx'
import {
  forgetNotifications,
  notificationsOf,
  readMissed,
  receive,
  removeGroups,
} from '../../notifications/feeds.ts'
import type { Group } from '../../notifications/groups.ts'
import type { LatestFeed } from '../../notifications/latest-feed.ts'
import { reactionsOf } from '../../notifications/reactions.ts'
import { beginVisit, isUnread, markAllRead } from '../../notifications/read-state.ts'
import {
  emptyWords,
  isTab,
  lastTab,
  rememberTab,
  type Tab,
  tabTitles,
} from '../../notifications/tabs.ts'
import { readUnread, unreadNotifications } from '../../notifications/unread-counts.ts'
import { useSeen } from '../../notifications/use-seen.ts'
import '../../notification-cards/notifications.css'

const chosenTab = (usual: Tab): Tab => {
  const { show } = place.value.query
  return isTab(show) ? show : usual
}

export const prepare = () => {
  const feed = notificationsOf(chosenTab(lastTab()))
  return Promise.all([feed.start(), beginVisit()])
}

export function Page() {
  const [usual] = useState(lastTab)
  const [, drawAgain] = useState(0)
  const tab = chosenTab(usual)
  const feed = notificationsOf(tab)
  useEffect(() => rememberTab(tab), [tab])
  useVisit(feed)
  useSeen(feed, tab)
  usePull(feed)
  useArrivals(() => {
    forgetNotifications()
    drawAgain((before) => before + 1)
  })
  useReplyWanted()
  return (
    <>
      <PageHead title={t('Notifications')} actions={<Actions feed={feed} />} />
      <div class="notification-tabs">
        <Tabs label={t('Which notifications')} name="show" options={tabTitles()} usual={usual} />
      </div>
      <Banners />
      <FeedView
        key={feed.key}
        feed={feed}
        label={t('Notifications')}
        keyOf={({ key }) => key}
        headingOf={({ at }) => (at === '' ? '' : formatDay(at))}
        grouping={reactionsOf}
        drawGroup={({ entries }) => <ReactionsCard groups={entries} onDismissed={dismissed} />}
        newer={(n) => plural(n, '{n} new notification', '{n} new notifications')}
        empty={
          <>
            <Drawing of="bell" />
            <p>{emptyWords(tab)}</p>
          </>
        }
      >
        {(group) => <GroupCard group={group} onDismissed={() => dismissed(group)} />}
      </FeedView>
    </>
  )
}

function dismissed(group: Group): void {
  removeGroups(({ key }) => key === group.key)
  void readUnread()
}

function Actions({ feed }: { feed: LatestFeed<Group> }) {
  const hasNew =
    unreadNotifications.value > 0 ||
    feed.blocks.value.some(({ entries }) => entries.some(({ newestId }) => isUnread(newestId)))
  return (
    <>
      {hasNew && (
        <ActionButton small run={markAllRead}>
          <Icon of={CheckCheck} size={18} /> <span class="words">{t('Mark all as read')}</span>
        </ActionButton>
      )}
      <ActionButton
        small
        kind="quiet"
        label={t('Clear all notifications')}
        question={{
          title: t('Clear all notifications?'),
          text: t('The list is emptied, for all your apps. Posts and follows stay as they are.'),
          confirm: t('Clear all'),
          danger: true,
        }}
        done={t('The notifications are cleared')}
        run={async () => {
          await api.post('/api/v2/notifications/clear')
          removeGroups(() => true)
          await readUnread()
        }}
      >
        <Icon of={Trash2} size={18} />
      </ActionButton>
      <LinkButton small kind="quiet" href="/notifications/settings">
        <Icon of={Settings} size={18} />
        <span class="visually-hidden">{t('Notification settings')}</span>
      </LinkButton>
    </>
  )
}

/** Shows notifications that arrived while another page was open, if the viewer returns to the top of the list. */
function useVisit(feed: LatestFeed<Group>): void {
  useEffect(() => {
    void beginVisit().catch(() => {})
    const isBack = feed.state.peek() !== 'new'
    void feed.refresh().then(
      () => {
        if (isBack && scrollY < 100) feed.showWaiting()
      },
      () => {}, // the stream tells of what comes, and what is there can be read
    )
  }, [feed])
}

/** Takes what arrives, and what is gone. @param readAnew older ones have come in between */
function useArrivals(readAnew: () => void): void {
  useEffect(
    () =>
      listen({
        stream: 'user',
        params: {},
        hear(event, payload) {
          if (event === 'notification') receive(JSON.parse(payload) as Notification)
          if (event === 'notifications_merged') readAnew()
          if (event === 'delete') removeGroups(({ post }) => post?.own.peek().id === payload)
        },
        catchUp: readMissed,
      }),
    [],
  )
}

/** A notification of the device whose button says "Reply" leads here: `?reply=` names the post. */
function useReplyWanted(): void {
  const { reply } = place.value.query
  useEffect(() => {
    if (reply === undefined || !/^\d+$/.test(reply)) return
    go('/notifications', { replace: true })
    api.get<Status>(`/api/v1/statuses/${reply}`).then(
      (replyTo) => openComposer({ replyTo }),
      () => {}, // it was deleted meanwhile: the list says what there is
    )
  }, [reply])
}
