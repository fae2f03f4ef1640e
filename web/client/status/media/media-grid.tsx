import type { MediaAttachment, Status } from '../../../shared/entities/api.ts'
import { plural, t } from '../../../shared/i18n.ts'
import { EyeOff, Icon } from '../../../shared/icons.tsx'
import { preferences } from '../../state/server.ts'
import { savesData } from '../data-saver.ts'
import { reveal, revealStateOf } from '../reveal-state.ts'
import { Blurhash } from './blurhash.tsx'
import { MediaItem } from './media-item.tsx'
import { openViewer } from './open-viewer.ts'
import './media.css'

interface MediaGridProps {
  status: Status
  blurredBy?: readonly string[] | undefined
  /** whoever opened the content warning wants to see them too */
  isOpened: boolean
}

/** The pictures and recordings of a status. */
export function MediaGrid({ status, blurredBy, isOpened }: MediaGridProps) {
  const seen = revealStateOf(status.id).value
  const wish = preferences.value?.['reading:expand:media'] ?? 'default'
  const isCoverable = wish === 'hide_all' || (status.sensitive && wish !== 'show_all')
  const media = described(status)
  const waits = savesData() && media.some(({ type }) => type !== 'audio' && type !== 'unknown')
  const startsCovered = blurredBy !== undefined || waits || (isCoverable && !isOpened)
  const isShown = seen.media ?? !startsCovered
  if (!isShown) return <Cover status={status} media={media} blurredBy={blurredBy} />
  return (
    <div class="media-frame">
      <ul class={`status-media of-${Math.min(media.length, 5)}`} style={frameOf(media)}>
        {media.map((item, at) => (
          <li key={item.id}>
            <MediaItem
              item={item}
              isAlone={media.length === 1}
              open={() => openViewer(media, at)}
            />
          </li>
        ))}
      </ul>
      {(isCoverable || startsCovered) && (
        <button
          type="button"
          class="media-hide"
          aria-label={t('Hide media')}
          title={t('Hide media')}
          onClick={() => reveal(status.id, { media: false })}
        >
          <Icon of={EyeOff} size={18} />
        </button>
      )}
    </div>
  )
}

interface CoverProps {
  status: Status
  media: readonly MediaAttachment[]
  blurredBy?: readonly string[] | undefined
}

function Cover({ status, media, blurredBy }: CoverProps) {
  const why =
    blurredBy !== undefined
      ? t('Filtered: {titles}', { titles: blurredBy.join(', ') })
      : status.sensitive
        ? t('Sensitive content')
        : savesData()
          ? t('Not loaded, to save data')
          : t('Media hidden')
  return (
    <button
      type="button"
      class="media-cover"
      style={frameOf(media)}
      data-key="media"
      onClick={() => reveal(status.id, { media: true })}
    >
      <Blurhash hash={media[0]?.blurhash ?? null} />
      <span class="media-cover-words">
        <strong>{why}</strong>
        <span>{plural(media.length, 'Show {n} attachment', 'Show {n} attachments')}</span>
      </span>
    </button>
  )
}

/** With the descriptions as they were translated, where they were. */
function described(status: Status): readonly MediaAttachment[] {
  const { translation } = revealStateOf(status.id).value
  if (translation === undefined) return status.media_attachments
  return status.media_attachments.map((item) => {
    const words = translation.media_attachments.find(({ id }) => id === item.id)
    return words === undefined ? item : { ...item, description: words.description }
  })
}

/**
 * The proportions are known before anything is loaded, so that nothing moves when it is: those of the preview, which
 * are not quite those of the file. So the picture is as large as the one that the server drew before.
 */
function frameOf(media: readonly MediaAttachment[]): { aspectRatio: string } | undefined {
  const [only] = media
  if (media.length !== 1 || only === undefined) return undefined
  if (only.type === 'audio' || only.type === 'unknown') return undefined
  const { width, height } = only.meta?.small ?? only.meta?.original ?? {}
  const aspect = width && height ? width / height : 16 / 9
  return { aspectRatio: String(Math.max(0.8, Math.min(aspect, 2.4))) }
}
