import { useEffect } from 'preact/hooks'
import type { Conversation, Notification } from '../../../shared/entities/api.ts'
import { plural, t } from '../../../shared/i18n.ts'
import { ConversationRow } from '../../conversations/conversation-row.tsx'
import { receiveTalk, talks } from '../../conversations/conversations.ts'
import { heldFeed } from '../../feed/feed-cache.ts'
import { FeedView } from '../../feed/feed-view.tsx'
import { listen } from '../../feed/streaming.ts'
import { GroupCard } from '../../notification-cards/group-card.tsx'
import { ReactionsCard } from '../../notification-cards/reactions-card.tsx'
import { groupSource } from '../../notifications/feeds.ts'
import type { Group } from '../../notifications/groups.ts'
import { createLatestFeed, type LatestFeed } from '../../notifications/latest-feed.ts'
import { mergeArrival } from '../../notifications/merge-arrival.ts'
import { reactionsOf } from '../../notifications/reactions.ts'
import { beginVisit } from '../../notifications/read-state.ts'
import { emptyWords, type Tab, TYPES_OF } from '../../notifications/tabs.ts'
import { readUnread } from '../../notifications/unread-counts.ts'
import { useSeen } from '../../notifications/use-seen.ts'
import { tabOf, titleOf } from './column-words.ts'
import type { Column } from './columns.ts'
import { readAnew } from './deck-state.ts'
import '../../conversations/conversations.css'
import '../../notification-cards/notifications.css'

/** The notifications of a column, with a place of its own. */
export function notificationsOfColumn({ id }: Column, tab: Tab): LatestFeed<Group> {
  const types = TYPES_OF[tab]
  const source = groupSource(types === undefined ? {} : { types })
  return heldFeed(id, source.key, (key) =>
    createLatestFeed({ ...source, key }, (group) => group.key),
  )
}

export function NotificationsColumn({ column }: { column: Column }) {
  const tab = tabOf(column)
  const feed = notificationsOfColumn(column, tab)
  useEffect(() => void beginVisit().catch(() => {}), [])
  useSeen(feed, tab)
  useEffect(
    () =>
      listen({
        stream: 'user',
        params: {},
        hear(event, payload) {
          if (event === 'notification') {
            mergeArrival([[tab, feed]], JSON.parse(payload) as Notification)
          }
          if (event === 'notifications_merged') readAnew(column.id)
          if (event === 'delete') feed.remove(({ post }) => post?.own.peek().id === payload)
        },
        // the stream tells of what comes
        catchUp: () => void feed.refresh().catch(() => {}),
      }),
    [feed, tab, column.id],
  )
  const dismissed = (group: Group) => {
    feed.remove(({ key }) => key === group.key)
    void readUnread()
  }
  return (
    <FeedView
      key={feed.key}
      feed={feed}
      label={titleOf(column)}
      keyOf={({ key }) => key}
      keepsPlace
      grouping={reactionsOf}
      drawGroup={({ entries }) => <ReactionsCard groups={entries} onDismissed={dismissed} />}
      newer={(n) => plural(n, '{n} new notification', '{n} new notifications')}
      empty={<p>{emptyWords(tab)}</p>}
    >
      {(group) => <GroupCard group={group} onDismissed={() => dismissed(group)} />}
    </FeedView>
  )
}

export function ConversationsColumn({ column }: { column: Column }) {
  const feed = talks(column.id)
  useEffect(
    () =>
      listen({
        stream: 'direct',
        params: {},
        hear(event, payload) {
          if (event === 'conversation') receiveTalk(feed, JSON.parse(payload) as Conversation)
        },
        catchUp: () => void feed.refresh().catch(() => {}),
      }),
    [feed],
  )
  return (
    <FeedView
      key={feed.key}
      feed={feed}
      label={titleOf(column)}
      keyOf={({ id }) => id}
      keepsPlace
      newer={(n) => plural(n, '{n} new message', '{n} new messages')}
      empty={
        <p>
          {t('Nobody has written to you in private, nor you to them. Mention somebody to begin.')}
        </p>
      }
    >
      {(talk) => <ConversationRow talk={talk} />}
    </FeedView>
  )
}
