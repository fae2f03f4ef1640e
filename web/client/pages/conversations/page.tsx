import { useEffect } from 'preact/hooks'
import { Button } from '../../../shared/components/button.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import type { Conversation } from '../../../shared/entities/api.ts'
import { plural, t } from '../../../shared/i18n.ts'
import { Icon, Pencil } from '../../../shared/icons.tsx'
import { openComposer } from '../../compose/open-composer.ts'
import { ConversationRow } from '../../conversations/conversation-row.tsx'
import { receiveTalk, talks } from '../../conversations/conversations.ts'
import { Drawing } from '../../drawings/drawing.tsx'
import { FeedView } from '../../feed/feed-view.tsx'
import { usePull } from '../../feed/pulled-feed.ts'
import { listen } from '../../feed/streaming.ts'
import '../../conversations/conversations.css'
import '../../notification-cards/notifications.css'

export const prepare = () => talks().start()

/** Posts that only those see who are mentioned in them, by the people. */
export function Page() {
  const feed = talks()
  usePull(feed)
  useEffect(() => {
    const refresh = () => {
      const isBack = feed.state.peek() !== 'new'
      feed.refresh().then(
        () => {
          if (isBack && scrollY < 100) feed.showWaiting()
        },
        () => {}, // the stream tells of what comes
      )
    }
    refresh()
    return listen({
      stream: 'direct',
      params: {},
      hear(event, payload) {
        if (event !== 'conversation') return
        receiveTalk(feed, JSON.parse(payload) as Conversation)
        // nobody is reading further down: what moves moves out of nobody's sight
        if (scrollY < 100) feed.showWaiting()
      },
      catchUp: refresh,
    })
  }, [feed])
  return (
    <>
      <PageHead
        title={t('Private mentions')}
        lead={t(
          'Only those who are mentioned see these posts, and everybody you mention joins. They are not encrypted: the servers of all of you can read them.',
        )}
        actions={<Write />}
      />
      <FeedView
        feed={feed}
        label={t('Private mentions')}
        keyOf={({ id }) => id}
        newer={(n) => plural(n, '{n} new message', '{n} new messages')}
        empty={
          <>
            <Drawing of="bubbles" />
            <p>
              {t(
                'Nobody has written to you in private, nor you to them. Mention somebody to begin.',
              )}
            </p>
          </>
        }
      >
        {(talk) => <ConversationRow talk={talk} />}
      </FeedView>
    </>
  )
}

function Write() {
  return (
    <Button kind="primary" small onClick={() => openComposer({ visibility: 'direct' })}>
      <Icon of={Pencil} size={18} /> <span class="words">{t('New private mention')}</span>
    </Button>
  )
}
