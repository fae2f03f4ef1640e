import type { ComponentChildren } from 'preact'
import { Html } from '../../shared/components/html.tsx'
import { Badge } from '../../shared/components/notice.tsx'
import { withEmojis } from '../../shared/components/person.tsx'
import { Time } from '../../shared/components/time.tsx'
import type { MediaAttachment, Status } from '../../shared/entities/status.ts'

export const VISIBILITIES = {
  public: 'Public',
  unlisted: 'Quiet public',
  private: 'Followers only',
  direct: 'Private mention',
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
        {status.reblog !== null && <p class="muted small">Boosted @{shown.account.acct}</p>}
        {shown.spoiler_text !== '' && (
          <p>
            <Badge tone="warning">CW</Badge> {withEmojis(shown.spoiler_text, shown.emojis)}
          </p>
        )}
        {shown.content !== '' && <Html html={shown.content} />}
        {shown.poll !== null && (
          <ul class="post-poll">
            {shown.poll.options.map(({ title }) => (
              <li key={title}>{title}</li>
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
      {deletedAt === null && !isHeld && status.url !== null && (
        <>
          {' · '}
          <a href={status.url} target="_blank" rel="noopener noreferrer">
            Open the post
          </a>
        </>
      )}{' '}
      {deletedAt !== null && (
        <Badge tone="danger">Deleted {deletedAt !== true && <Time at={deletedAt} />}</Badge>
      )}
    </p>
  )
}

/** What may upset stays folded until it is asked for: who works here sees much of it. */
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
                alt={media.description ?? `${media.type} without description`}
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
      <summary>Sensitive media ({attachments.length})</summary>
      {files}
    </details>
  )
}
