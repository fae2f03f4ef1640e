import type { ComponentChildren } from 'preact'
import { Html } from '../../shared/components/html.tsx'
import { Badge } from '../../shared/components/notice.tsx'
import { withEmojis } from '../../shared/components/person.tsx'
import { Time } from '../../shared/components/time.tsx'
import type { MediaAttachment, Status } from '../../shared/entities/status.ts'
import { t } from '../../shared/i18n.ts'

export const VISIBILITIES = {
  public: t('Public'),
  unlisted: t('Quiet public'),
  private: t('Followers only'),
  direct: t('Private mention'),
}

interface PostProps {
  status: Status
  /** when it was deleted, ISO 8601; true: at some time */
  deletedAt?: string | true | null
  /** stands before the post: a box to choose it */
  before?: ComponentChildren
  /** it waits for the staff: until then it is stored as one that nobody may see */
  isHeld?: boolean
}

/** A post as it is judged: text, media and what is known of it. Its author is named around it. */
export function Post({ status, deletedAt, before, isHeld = false }: PostProps) {
  const shown = status.reblog ?? status
  return (
    <article class="post">
      {before}
      <div class="post-body">
        {status.reblog !== null && (
          <p class="muted small">{t('Boosted @{acct}', { acct: shown.account.acct })}</p>
        )}
        {shown.spoiler_text !== '' && (
          <p>
            <Badge tone="warning">{t('CW')}</Badge> {withEmojis(shown.spoiler_text, shown.emojis)}
          </p>
        )}
        {shown.content !== '' && <Html html={shown.content} emojis={shown.emojis} />}
        {shown.poll !== null && (
          <ul class="post-poll">
            {shown.poll.options.map(({ title }) => (
              <li key={title}>{withEmojis(title, shown.emojis)}</li>
            ))}
          </ul>
        )}
        <Media attachments={shown.media_attachments} sensitive={shown.sensitive} />
        <Foot status={status} deletedAt={deletedAt ?? null} isHeld={isHeld} />
      </div>
    </article>
  )
}

interface FootProps {
  status: Status
  deletedAt: string | true | null
  isHeld: boolean
}

function Foot({ status, deletedAt, isHeld }: FootProps) {
  // a boost has no page of its own
  const { url } = status.reblog ?? status
  const facts = (
    <>
      <Time at={status.created_at} />
      {!isHeld && ` · ${VISIBILITIES[status.visibility]}`}
      {status.language && ` · ${status.language}`}
    </>
  )
  return (
    <p class="post-foot muted small">
      {facts}
      {status.edited_at !== null && ' · edited'}
      {deletedAt === null && !isHeld && url !== null && (
        <>
          {' · '}
          <a href={url} target="_blank" rel="noopener noreferrer">
            {t('Open the post')}
          </a>
        </>
      )}{' '}
      {deletedAt !== null && (
        <Badge tone="danger">
          {t('Deleted')} {deletedAt !== true && <Time at={deletedAt} />}
        </Badge>
      )}
    </p>
  )
}

/** Sensitive media stay folded until they are opened: moderators see much of it. */
function Media({ attachments, sensitive }: { attachments: MediaAttachment[]; sensitive: boolean }) {
  if (attachments.length === 0) return null
  const files = (
    <ul class="post-media">
      {attachments.map((media) => (
        <li key={media.id}>
          <a href={media.url} target="_blank" rel="noopener noreferrer">
            {media.preview_url === null ? (
              <span class="post-file">{media.type}</span>
            ) : (
              <img
                src={media.preview_url}
                alt={media.description ?? withoutDescription(media.type)}
                loading="lazy"
              />
            )}
          </a>
        </li>
      ))}
    </ul>
  )
  if (!sensitive) return files
  return (
    <details>
      <summary>{t('Sensitive media ({attachments})', { attachments: attachments.length })}</summary>
      {files}
    </details>
  )
}

function withoutDescription(type: string): string {
  if (type === 'image') return t('Picture without description')
  return type === 'audio' ? t('Recording without description') : t('Video without description')
}
