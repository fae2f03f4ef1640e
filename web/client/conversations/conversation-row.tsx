import { ActionButton } from '../../shared/components/action-button.tsx'
import { displayName } from '../../shared/components/person.tsx'
import { Age } from '../../shared/components/time.tsx'
import { tellError } from '../../shared/components/toast.tsx'
import type { Account } from '../../shared/entities/api.ts'
import { plural, t } from '../../shared/i18n.ts'
import { Check, Icon, MessageCircle, Trash2 } from '../../shared/icons.tsx'
import { rich } from '../../shared/rich.ts'
import { viewer } from '../../shared/session.ts'
import { Avatar } from '../people/account-name.tsx'
import { statusPath } from '../state/accounts.ts'
import { wordsOf } from '../status/words.ts'
import { deleteTalk, markTalk, type Talk } from './conversations.ts'

/** pictures at most */
const FACES = 3

/** One conversation: who, what was said last; it leads to the thread. */
export function ConversationRow({ talk }: { talk: Talk }) {
  const { accounts, post } = talk
  const status = post.shown.value
  const unread = talk.unread.value
  const isOwn = status.account.id === viewer?.account_id
  const words = wordsOf(status)
  return (
    <article
      class={unread ? 'talk unread' : 'talk'}
      data-status={status.id}
      tabIndex={-1}
      aria-labelledby={`talk-${talk.id}`}
    >
      <div class="talk-faces" data-count={Math.min(FACES, accounts.length)}>
        {accounts.slice(0, FACES).map((account) => (
          <Avatar key={account.id} account={account} size={accounts.length > 1 ? 32 : 44} />
        ))}
      </div>
      <div class="talk-words">
        <p class="talk-head">
          <a
            id={`talk-${talk.id}`}
            class="talk-link"
            href={statusPath(status)}
            data-key="open"
            onClick={() => {
              if (unread) markTalk(talk, false).catch(tellError)
            }}
          >
            {unread && <span class="visually-hidden">{t('New:')} </span>}
            {namesOf(accounts)}
          </a>{' '}
          <span class="talk-time">
            <Age at={status.created_at} />
          </span>
        </p>
        <p class="talk-last" dir="auto" lang={status.language ?? undefined}>
          {isOwn ? t('You: {text}', { text: words }) : words}
        </p>
      </div>
      <Actions talk={talk} />
    </article>
  )
}

function Actions({ talk }: { talk: Talk }) {
  const unread = talk.unread.value
  return (
    <div class="talk-actions">
      <ActionButton
        small
        kind="quiet"
        label={unread ? t('Mark as read') : t('Mark as unread')}
        run={() => markTalk(talk, !unread)}
      >
        <Icon of={unread ? Check : MessageCircle} size={18} />
      </ActionButton>
      <ActionButton
        small
        kind="quiet"
        label={t('Remove this conversation')}
        question={{
          title: t('Remove this conversation?'),
          text: t('It goes from your list. The posts stay, and the next one brings it back.'),
          confirm: t('Remove it'),
          danger: true,
        }}
        run={() => deleteTalk(talk)}
      >
        <Icon of={Trash2} size={18} />
      </ActionButton>
    </div>
  )
}

function namesOf(accounts: readonly Account[]) {
  const [first, second] = accounts
  if (first === undefined) return t('Only you')
  const one = <bdi>{displayName(first)}</bdi>
  if (second === undefined) return one
  const two = <bdi>{displayName(second)}</bdi>
  if (accounts.length === 2) return rich('{one} and {two}', { one, two })
  const others = plural(accounts.length - 2, '{n} other', '{n} others')
  return rich('{one}, {two} and {others}', { one, two, others })
}
