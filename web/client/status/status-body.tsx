import { useId } from 'preact/hooks'
import { withEmojis } from '../../shared/components/person.tsx'
import type { Status } from '../../shared/entities/api.ts'
import { t } from '../../shared/i18n.ts'
import { Clock, Icon } from '../../shared/icons.tsx'
import { preferences } from '../state/server.ts'
import { CollectionsCard } from './collections-card.tsx'
import { Content } from './content.tsx'
import { Fold } from './fold.tsx'
import { leadingMentions } from './leading-mentions.ts'
import { LinkCard } from './link-card.tsx'
import { MediaGrid } from './media/media-grid.tsx'
import { Poll } from './poll.tsx'
import { QuoteBox } from './quote.tsx'
import { Reactions } from './reactions.tsx'
import { reveal, revealStateOf } from './reveal-state.ts'
import { directionOf } from './text-links.ts'
import { TranslationLine } from './translation.tsx'

interface StatusBodyProps {
  status: Status
  /** titles of filters because of which media are covered */
  blurredBy?: readonly string[] | undefined
  /** on its own page: nothing is folded */
  isFocal?: boolean
  /** the names that it begins with stand above it */
  foldsMentions?: boolean
  /** within a quote: the same, without what would nest */
  isQuoted?: boolean
}

/** Text, poll, media and quote of a status. */
export function StatusBody(props: StatusBodyProps) {
  const { status, isQuoted } = props
  const seen = revealStateOf(status.id).value
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
            onClick={() => reveal(status.id, { spoiler: !isOpen })}
          >
            {isOpen ? t('Show less') : t('Show more')}
          </button>
        </div>
      )}
      {(spoiler === '' || isOpen) && (
        <div id={shown} class="status-body">
          <Inside {...props} isOpened={spoiler !== ''} />
        </div>
      )}
      {!isQuoted && <Reactions status={status} />}
    </>
  )
}

function Inside(props: StatusBodyProps & { isOpened: boolean }) {
  const { status, blurredBy, isFocal = false, isQuoted = false, isOpened } = props
  const { translation, mentions } = revealStateOf(status.id).value
  const html = translation?.content ?? status.content
  const isFolding = props.foldsMentions === true && mentions !== true
  const { media_attachments: media, poll, card, quote } = status
  return (
    <>
      <Fold id={status.id} html={status.content} isOff={isFocal}>
        <Content
          html={isFolding ? leadingMentions(html, status.mentions).rest : html}
          emojis={status.emojis}
          mentions={status.mentions}
          lang={translation?.language ?? status.language}
        />
      </Fold>
      {!isQuoted && <TranslationLine status={status} />}
      {poll !== null && <Poll status={status} poll={poll} />}
      {media.length > 0 && <MediaGrid status={status} blurredBy={blurredBy} isOpened={isOpened} />}
      {quote !== null && (
        <QuoteBox status={status} quote={quote} isNested={isQuoted} drawBody={drawQuoted} />
      )}
      {card !== null && media.length === 0 && quote === null && !isQuoted && (
        <LinkCard card={card} isSensitive={status.sensitive && !isOpened} />
      )}
      {!isQuoted && status.tagged_collections.length > 0 && (
        <CollectionsCard collections={status.tagged_collections} />
      )}
    </>
  )
}

const drawQuoted = (status: Status, blurredBy: StatusBodyProps['blurredBy']) => (
  <StatusBody status={status} blurredBy={blurredBy} isQuoted />
)

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
