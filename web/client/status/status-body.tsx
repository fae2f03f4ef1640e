import { useId } from 'preact/hooks'
import { withEmojis } from '../../shared/components/person.tsx'
import type { Status } from '../../shared/entities/api.ts'
import { t } from '../../shared/i18n.ts'
import { Clock, Icon } from '../../shared/icons.tsx'
import { preferences } from '../state/server.ts'
import { CollectionsCard } from './collections-card.tsx'
import { Content, directionOf } from './content.tsx'
import { Fold } from './fold.tsx'
import { LinkCard } from './link-card.tsx'
import { MediaGrid } from './media/media-grid.tsx'
import { Poll } from './poll.tsx'
import { QuoteBox } from './quote.tsx'
import { Reactions } from './reactions.tsx'
import { see, seenOf } from './seen.ts'
import { TranslationLine } from './translation.tsx'

interface StatusBodyProps {
  status: Status
  /** titles of filters because of which media are covered */
  blurredBy?: readonly string[] | undefined
  /** on its own page: nothing is folded */
  isFocal?: boolean
  /** within a quote: the same, without what would nest */
  isQuoted?: boolean
}

/** What a status says and shows. */
export function StatusBody({ status, blurredBy, isFocal, isQuoted }: StatusBodyProps) {
  const seen = seenOf(status.id).value
  const shown = useId()
  const isOpen = seen.spoiler ?? preferences.value?.['reading:expand:spoilers'] ?? false
  const spoiler = seen.translation?.spoiler_text || status.spoiler_text
  return (
    <>
      {status.held && <HeldNote />}
      {spoiler !== '' && (
        <div class="spoiler">
          <p dir={directionOf(status.language)} lang={status.language ?? undefined}>
            {withEmojis(spoiler, status.emojis)}
          </p>
          <button
            type="button"
            class="button secondary small"
            aria-expanded={isOpen}
            aria-controls={isOpen ? shown : undefined}
            data-key="expand"
            onClick={() => see(status.id, { spoiler: !isOpen })}
          >
            {isOpen ? t('Show less') : t('Show more')}
          </button>
        </div>
      )}
      {(spoiler === '' || isOpen) && (
        <div id={shown} class="status-body">
          <Inside
            status={status}
            blurredBy={blurredBy}
            isFocal={isFocal}
            isQuoted={isQuoted}
            isOpened={spoiler !== ''}
          />
        </div>
      )}
      {!isQuoted && <Reactions status={status} />}
    </>
  )
}

function Inside(props: StatusBodyProps & { isOpened: boolean }) {
  const { status, blurredBy, isFocal = false, isQuoted = false, isOpened } = props
  const { translation } = seenOf(status.id).value
  const { media_attachments: media, poll, card, quote } = status
  return (
    <>
      <Fold id={status.id} html={status.content} isOff={isFocal}>
        <Content
          html={translation?.content ?? status.content}
          emojis={status.emojis}
          mentions={status.mentions}
          lang={translation?.language ?? status.language}
        />
      </Fold>
      {!isQuoted && <TranslationLine status={status} />}
      {poll !== null && <Poll status={status} poll={poll} />}
      {media.length > 0 && <MediaGrid status={status} blurredBy={blurredBy} isOpened={isOpened} />}
      {quote !== null && <QuoteBox status={status} quote={quote} isNested={isQuoted} />}
      {card !== null && media.length === 0 && quote === null && !isQuoted && (
        <LinkCard card={card} isSensitive={status.sensitive && !isOpened} />
      )}
      {!isQuoted && status.tagged_collections.length > 0 && (
        <CollectionsCard collections={status.tagged_collections} />
      )}
    </>
  )
}

/** The server's own rules keep it back: only its author sees it. */
function HeldNote() {
  return (
    <p class="held-note" role="status">
      <Icon of={Clock} size={18} />
      <span>
        <strong>{t('Waiting for the moderators.')}</strong>{' '}
        {t('Only you see this post until they have looked at it.')}
      </span>
    </p>
  )
}
