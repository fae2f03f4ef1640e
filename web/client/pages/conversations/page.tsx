import { useEffect } from 'preact/hooks'
import { Button } from '../../../shared/components/button.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import type { Conversation } from '../../../shared/entities/api.ts'
import { plural, t } from '../../../shared/i18n.ts'
import { Icon, Pencil } from '../../../shared/icons.tsx'
import { openComposer } from '../../compose/open.ts'
import { FeedView } from '../../feed/feed-view.tsx'
import { listen } from '../../feed/stream.ts'
import { receiveTalk, talks } from './conversations.ts'
import { TalkRow } from './talk-row.tsx'
import '../../notifications/notifications.css'
import './conversations.css'

export const prepare = () => talks().start()

/** Posts that only those see who are mentioned in them, by the people. */
export function Page() {
  const feed = talks()
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
        if (event === 'conversation') receiveTalk(JSON.parse(payload) as Conversation)
      },
      catchUp: refresh,
    })
  }, [feed])
  const write = (
    <Button kind="primary" small onClick={() => openComposer({ visibility: 'direct' })}>
      <Icon of={Pencil} size={18} /> <span class="words">{t('New private mention')}</span>
    </Button>
  )
  return (
    <>
      <PageHead
        title={t('Private mentions')}
        lead={t(
          'Only those who are mentioned see these posts, and everybody you mention joins. They are not encrypted: the servers of all of you can read them.',
        )}
        actions={write}
      />
      <FeedView
        feed={feed}
        label={t('Private mentions')}
        keyOf={({ id }) => id}
        newer={(n) => plural(n, '{n} new message', '{n} new messages')}
        empty={
          <p>
            {t('Nobody has written to you in private, nor you to them. Mention somebody to begin.')}
          </p>
        }
      >
        {(talk) => <TalkRow talk={talk} />}
      </FeedView>
    </>
  )
}
