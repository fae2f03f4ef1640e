import type { MediaAttachment } from '../../shared/entities/api.ts'
import { plural, t } from '../../shared/i18n.ts'
import { ChartBarBig, Icon, Music, Quote, Reply, Video } from '../../shared/icons.tsx'
import './summary.css'

interface SummaryProps {
  text: string
  warning: string
  /** how many posts it is */
  posts: number
  media: readonly MediaAttachment[]
  isReply: boolean
  isQuote: boolean
  hasPoll: boolean
}

/** A summary of an unpublished post, for lists of drafts and scheduled posts. */
export function WrittenSummary(props: SummaryProps) {
  const { text, warning, posts, media } = props
  return (
    <div class="written">
      <p class="written-kinds">
        {props.isReply && (
          <span>
            <Icon of={Reply} size={16} /> {t('Reply|a post')}
          </span>
        )}
        {props.isQuote && (
          <span>
            <Icon of={Quote} size={16} /> {t('Quote|a post')}
          </span>
        )}
        {props.hasPoll && (
          <span>
            <Icon of={ChartBarBig} size={16} /> {t('Poll')}
          </span>
        )}
        {posts > 1 && <span>{plural(posts, '{n} post', '{n} posts')}</span>}
      </p>
      {warning !== '' && (
        <p class="written-warning" dir="auto">
          {warning}
        </p>
      )}
      {text.trim() === '' ? (
        <p class="muted">{t('No text')}</p>
      ) : (
        <p class="written-text" dir="auto">
          {text}
        </p>
      )}
      {media.length > 0 && (
        <ul class="written-media" aria-label={t('Files')}>
          {media.map((one) => (
            <li key={one.id}>
              <Thumbnail media={one} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Thumbnail({ media }: { media: MediaAttachment }) {
  if (media.preview_url === null) {
    const isSound = media.type === 'audio'
    return (
      <span title={media.description ?? ''}>
        <Icon of={isSound ? Music : Video} />
        <span class="visually-hidden">{isSound ? t('Sound') : t('Video')}</span>
      </span>
    )
  }
  return <img src={media.preview_url} alt={media.description ?? ''} loading="lazy" />
}
