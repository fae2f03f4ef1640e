import type { ComponentChildren } from 'preact'
import { Age } from '../../shared/components/time.tsx'
import type { Quote, Status } from '../../shared/entities/api.ts'
import { t } from '../../shared/i18n.ts'
import { CircleAlert, Clock, EyeOff, Icon } from '../../shared/icons.tsx'
import { viewer } from '../../shared/session.ts'
import { Avatar } from '../people/account-name.tsx'
import { statusPath } from '../state/accounts.ts'
import { keepStatus } from '../state/statuses.ts'
import { verdictOf } from './filters.ts'
import { opensOnPress } from './open-on-press.ts'
import { reveal, revealStateOf } from './reveal-state.ts'
import { Author } from './status-head.tsx'

/** The text of the quoted status; `blurredBy`: titles of filters because of which its media are covered. */
type DrawBody = (quoted: Status, blurredBy: readonly string[] | undefined) => ComponentChildren

interface QuoteBoxProps {
  status: Status
  quote: Quote
  /** stands in a quote itself: only a link is shown */
  isNested: boolean
  drawBody: DrawBody
}

/** The quoted status, or the reason why it is not shown. */
export function QuoteBox({ status, quote, isNested, drawBody }: QuoteBoxProps) {
  const { state, quoted_status: quoted } = quote
  const seen = revealStateOf(status.id).value
  if (isNested) return <NestedQuote quote={quote} />
  if (state === 'accepted' && quoted != null) return <Quoted first={quoted} drawBody={drawBody} />
  const revealable = quoted != null && UNWANTED.has(state)
  if (revealable && seen.quote) return <Quoted first={quoted} drawBody={drawBody} isRevealed />
  const isWaiting = state === 'pending'
  return (
    <div class="quote missing">
      <Icon of={isWaiting ? Clock : revealable ? EyeOff : CircleAlert} size={18} />
      <span>{wordsOf(state, status)}</span>
      {revealable && (
        <button
          type="button"
          class="button quiet small"
          onClick={() => reveal(status.id, { quote: true })}
        >
          {t('Show anyway')}
        </button>
      )}
    </div>
  )
}

/** States in which the post is there, but by somebody whom the person does not want to read. */
const UNWANTED = new Set(['blocked_account', 'blocked_domain', 'muted_account'])

/** @see https://docs.joinmastodon.org/entities/Quote/#state */
function wordsOf(state: string, status: Status): string {
  const isOwn = status.account.id === viewer?.account_id
  const words: Record<string, string> = {
    pending: isOwn
      ? t('Your quote waits until the author of the quoted post agrees.')
      : t('This quote waits until the author of the quoted post agrees.'),
    rejected: t('The author of the quoted post did not agree to be quoted here.'),
    revoked: t('The author of the quoted post has withdrawn it from here.'),
    deleted: t('The quoted post was deleted.'),
    unauthorized: t('The quoted post is not meant for everybody, and you cannot see it.'),
    blocked_account: t('The quoted post is by somebody whom you blocked.'),
    blocked_domain: t('The quoted post is from a server that you blocked.'),
    muted_account: t('The quoted post is by somebody whom you muted.'),
  }
  return words[state] ?? t('The quoted post cannot be shown.')
}

interface QuotedProps {
  first: Status
  drawBody: DrawBody
  /** by hand, in spite of a block: filters have been overruled with it */
  isRevealed?: boolean
}

function Quoted({ first, drawBody, isRevealed = false }: QuotedProps) {
  const status = keptOnce(first).value
  const verdict = isRevealed ? null : verdictOf(status, 'thread')
  const isCovered = verdict !== null && verdict.action !== 'blur'
  if (isCovered && !revealStateOf(status.id).value.filtered) {
    return (
      <div class="quote missing">
        <Icon of={EyeOff} size={18} />
        <span>{t('Filtered: {titles}', { titles: verdict.titles.join(', ') })}</span>
        <button
          type="button"
          class="button quiet small"
          onClick={() => reveal(status.id, { filtered: true })}
        >
          {t('Show anyway')}
        </button>
      </div>
    )
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a larger target for the link of its time
    // biome-ignore lint/a11y/useKeyWithClickEvents: the link of its time does the same by the keyboard
    <div class="quote" onClick={(event) => opensOnPress(event, statusPath(status))}>
      <div class="quote-head">
        <Avatar account={status.account} size={24} />
        <Author account={status.account} />
        <a class="status-time" href={statusPath(status)}>
          <Age at={status.created_at} />
        </a>
      </div>
      {drawBody(status, verdict?.action === 'blur' ? verdict.titles : undefined)}
    </div>
  )
}

/** A quote comes anew with each answer about the quoting status, which would undo what was done to it since. */
const kept = new WeakMap<Status, ReturnType<typeof keepStatus>>()

function keptOnce(status: Status): ReturnType<typeof keepStatus> {
  const there = kept.get(status)
  if (there !== undefined) return there
  const made = keepStatus(status)
  kept.set(status, made)
  return made
}

function NestedQuote({ quote }: { quote: Quote }) {
  const id = quote.quoted_status_id ?? quote.quoted_status?.id
  if (id == null || quote.state !== 'accepted') return null
  return <p class="quote missing">{t('Quotes another post: open this one to see it.')}</p>
}
