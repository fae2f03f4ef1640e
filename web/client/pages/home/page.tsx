import { useCallback } from 'preact/hooks'
import { LinkButton } from '../../../shared/components/button.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { t } from '../../../shared/i18n.ts'
import { viewer } from '../../../shared/session.ts'
import { feedOf, HOME, statusSource } from '../../feed/feeds.ts'
import { Option, Options } from '../../feed/options.tsx'
import { PostFeed } from '../../feed/post-feed.tsx'
import { readPosition, useReadPosition } from '../../feed/read-position.ts'
import { useStream } from '../../feed/streams.ts'
import { choice, choose } from '../../state/choices.ts'
import type { Post } from '../../state/statuses.ts'

const home = () => feedOf({ ...statusSource(HOME), readPosition }, { keepsPlace: true })

export const prepare = () => home().start()

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
          </Options>
        }
      />
      <PostFeed
        feed={feed}
        label={t('Home timeline')}
        context="home"
        shows={shows}
        keepsPlace
        empty={<Nothing isFiltered={feed.blocks.value.length > 0} />}
        end={<End />}
      />
    </>
  )
}

const isBoost = ({ own }: Post): boolean => own.peek().reblog !== null

/** An answer to somebody else. */
function isReply({ own }: Post): boolean {
  const { reblog, in_reply_to_account_id: to, account } = own.peek()
  return reblog === null && to !== null && to !== account.id && account.id !== viewer?.account_id
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) {
    return <p>{t('Boosts and replies are hidden here. Choose “View” to see them.')}</p>
  }
  return (
    <>
      <p>{t('Nothing here yet. Follow people and hashtags, and what they post comes here.')}</p>
      <div class="buttons centred">
        <LinkButton kind="primary" href="/explore/suggestions">
          {t('Find people to follow')}
        </LinkButton>
        <LinkButton href="/public/local">{t('See what is said here')}</LinkButton>
      </div>
    </>
  )
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
