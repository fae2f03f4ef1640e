import { signal } from '@preact/signals'
import type { Account, MediaAttachment, Status } from '../../shared/entities/api.ts'
import { t } from '../../shared/i18n.ts'
import { EyeOff, Icon, Music, Play } from '../../shared/icons.tsx'
import { FeedView } from '../feed/feed-view.tsx'
import { statusPath } from '../state/accounts.ts'
import { preferences } from '../state/server.ts'
import { savesData } from '../status/data-saver.ts'
import { openViewer } from '../status/media/open-viewer.ts'
import type { PostMedia } from './media-source.ts'
import { mediaOf } from './tabs.ts'
import './media-grid.css'

/** Media that the account posted; the media viewer links to the status. */
export function MediaGrid({ account }: { account: Account }) {
  return (
    <div class="media-grid">
      <FeedView
        feed={mediaOf(account)}
        label={t('Media')}
        keyOf={({ media }) => media.id}
        empty={<p>{t('No pictures, videos or sounds yet.')}</p>}
      >
        {(entry) => <Tile entry={entry} />}
      </FeedView>
    </div>
  )
}

/** ids of sensitive ones that were uncovered */
const uncovered = signal<ReadonlySet<string>>(new Set())

function Tile({ entry: { shown, media } }: { entry: PostMedia }) {
  const status = shown.value
  const { description, preview_url: preview, type } = media
  const isCovered = covers(status.sensitive) && !uncovered.value.has(media.id)
  return (
    <figure class="media-tile">
      <button
        type="button"
        class="media-tile-open"
        aria-label={description === null || description === '' ? kindOf(type) : description}
        onClick={() => openTile(status, media)}
      >
        {preview !== null && !isCovered ? (
          <img src={preview} alt="" loading="lazy" decoding="async" />
        ) : (
          <span class="media-tile-blank">{type === 'audio' && <Icon of={Music} size={32} />}</span>
        )}
        {(type === 'video' || type === 'gifv') && !isCovered && (
          <Icon of={Play} class="media-tile-kind" solid />
        )}
      </button>
      {isCovered && (
        <button
          type="button"
          class="media-tile-cover"
          onClick={() => {
            uncovered.value = new Set([...uncovered.value, media.id])
          }}
        >
          <Icon of={EyeOff} /> {status.sensitive ? t('Sensitive: show') : t('Show')}
        </button>
      )}
    </figure>
  )
}

/** With what else is in the post beside it. */
function openTile(status: Status, { id }: MediaAttachment): void {
  const { media_attachments: all } = status
  openViewer(
    all,
    all.findIndex((one) => one.id === id),
    statusPath(status),
  )
}

function covers(isSensitive: boolean): boolean {
  const wish = preferences.value?.['reading:expand:media'] ?? 'default'
  return savesData() || wish === 'hide_all' || (isSensitive && wish !== 'show_all')
}

function kindOf(type: PostMedia['media']['type']): string {
  if (type === 'audio') return t('Sound without a description')
  if (type === 'video' || type === 'gifv') return t('Video without a description')
  return t('Picture without a description')
}
