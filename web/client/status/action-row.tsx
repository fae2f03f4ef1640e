import type { IconNode } from 'lucide'
import { ask } from '../../shared/components/dialog.tsx'
import type { Status } from '../../shared/entities/api.ts'
import { formatCompact } from '../../shared/format.ts'
import { t } from '../../shared/i18n.ts'
import {
  Bookmark,
  Ellipsis,
  Icon,
  Lock,
  MessageSquareQuote,
  Quote,
  Repeat2,
  Reply,
  ReplyAll,
  Share2,
  Star,
} from '../../shared/icons.tsx'
import { viewer } from '../../shared/session.ts'
import { openComposer } from '../compose/open-composer.ts'
import { openMenu } from '../layers/menu.tsx'
import { webSetting } from '../state/web-settings.ts'
import { askVisitor } from '../visitors/ask-visitor.ts'
import { toggleBookmark, toggleFavourite, toggleReblog } from './actions.ts'
import { openMore } from './more/open-more.ts'
import { share } from './share.ts'

/** Buttons for the actions of a status. @param isBare without numbers, which then stand above the row */
export function ActionRow({ status, isBare }: { status: Status; isBare?: boolean }) {
  const url = status.url ?? status.uri
  const orAsk = (what: Parameters<typeof askVisitor>[0], act: () => unknown) => () =>
    viewer === null ? askVisitor(what, url) : void act()
  return (
    <div class="actions">
      <Act
        name="reply"
        icon={status.in_reply_to_id === null ? Reply : ReplyAll}
        label={t('Reply')}
        count={isBare ? 0 : status.replies_count}
        run={orAsk('reply', () => openComposer({ replyTo: status }))}
      />
      <BoostButton status={status} isBare={isBare} />
      <Act
        name="favourite"
        icon={Star}
        label={t('Favourite')}
        count={isBare ? 0 : status.favourites_count}
        pressed={status.favourited ?? false}
        run={orAsk('favourite', () => toggleFavourite(status))}
      />
      <Act
        name="bookmark"
        icon={Bookmark}
        label={t('Bookmark')}
        pressed={status.bookmarked ?? false}
        run={orAsk('bookmark', () => toggleBookmark(status))}
      />
      <Act name="share" icon={Share2} label={t('Share')} run={() => void share(status)} />
      <Act name="more" icon={Ellipsis} label={t('More')} menu run={(at) => openMore(at, status)} />
      {/* for the keyboard alone (web/client/keyboard): by hand it is in the menu of boosts */}
      <button
        type="button"
        hidden
        data-key="quote"
        onClick={orAsk('quote', () => canQuote(status) && openComposer({ quote: status }))}
      />
    </div>
  )
}

interface ActProps {
  /** as the keyboard's shortcuts know it */
  name: string
  icon: IconNode
  label: string
  count?: number
  /** undefined: it is no switch */
  pressed?: boolean
  menu?: boolean
  run: (button: Element) => void
}

function Act({ name, icon, label, count = 0, pressed, menu, run }: ActProps) {
  return (
    <button
      type="button"
      class={`act ${name}`}
      data-key={name}
      title={label}
      aria-label={count > 0 ? `${label}, ${formatCompact(count)}` : label}
      aria-pressed={pressed}
      aria-haspopup={menu ? 'menu' : undefined}
      onClick={(event) => run(event.currentTarget)}
    >
      <Icon of={icon} size={18} solid={pressed === true && name !== 'boost'} />
      {count > 0 && <span class="act-count">{formatCompact(count)}</span>}
    </button>
  )
}

/** Boosting and quoting are two ways of passing something on, so they share a button. */
function BoostButton({ status, isBare }: { status: Status; isBare?: boolean | undefined }) {
  const { reblogged = false, reblogs_count, quotes_count } = status
  return (
    <Act
      name="boost"
      icon={canBoost(status) ? Repeat2 : Lock}
      label={reblogged ? t('Boosted') : t('Boost or quote')}
      count={isBare ? 0 : reblogs_count + quotes_count}
      pressed={reblogged}
      menu
      run={(button) => openBoostMenu(button, status)}
    />
  )
}

function openBoostMenu(button: Element, status: Status): void {
  const url = status.url ?? status.uri
  const boostable = canBoost(status)
  const quotable = canQuote(status)
  openMenu(button, t('Boost or quote'), [
    {
      label: status.reblogged ? t('Undo the boost') : t('Boost'),
      icon: Repeat2,
      disabled: !boostable,
      hint: boostable ? undefined : t('Only its author decides who sees it'),
      run: () => (viewer === null ? askVisitor('reblog', url) : boost(status)),
    },
    {
      label: t('Quote|verb'),
      icon: status.quote_approval.current_user === 'manual' ? MessageSquareQuote : Quote,
      disabled: !quotable,
      hint: quoteHint(status),
      run: () => (viewer === null ? askVisitor('quote', url) : openComposer({ quote: status })),
    },
  ])
}

/** Asks first where the person wishes to be asked. */
async function boost(status: Status): Promise<void> {
  const asks = webSetting('ask_boost').peek() && !status.reblogged
  const isWanted =
    !asks ||
    (await ask({
      title: t('Boost this post?'),
      text: t('It is shown to those who follow you.'),
      confirm: t('Boost'),
    }))
  if (isWanted) await toggleReblog(status)
}

function canBoost({ visibility, account }: Status): boolean {
  if (visibility === 'direct') return false
  return visibility !== 'private' || account.id === viewer?.account_id
}

function canQuote({ quote_approval: { current_user: me }, visibility }: Status): boolean {
  if (viewer === null) return visibility === 'public' || visibility === 'unlisted'
  return me === 'automatic' || me === 'manual'
}

function quoteHint(status: Status): string | undefined {
  if (!canQuote(status)) return t('Its author does not allow quotes')
  const { current_user: me } = status.quote_approval
  return me === 'manual' ? t('Its author is asked first') : undefined
}
