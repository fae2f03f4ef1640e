import type { Account, MediaAttachment, Status } from '../../../shared/entities/api.ts'
import { t } from '../../../shared/i18n.ts'
import { Icon, Play } from '../../../shared/icons.tsx'
import { useGet } from '../../../shared/use-resource.ts'
import { Part } from '../../frame/aside-part.tsx'
import { profilePath, statusPath } from '../../state/accounts.ts'
import { preferences } from '../../state/server.ts'
import { savesData } from '../../status/data-saver.ts'
import { openViewer } from '../../status/media/open-viewer.ts'
import './recent-media.css'

/** so many are shown, in rows of three */
const MOST = 9

interface Picture {
  status: Status
  media: MediaAttachment
}

/** The newest pictures of an account, beside its profile. What is sensitive stays on the page that covers it. */
export function RecentMedia({ account }: { account: Account }) {
  const path = `/api/v1/accounts/${account.id}/statuses`
  const found = useGet<Status[]>(path, { only_media: true, exclude_replies: true, limit: 20 })
  const pictures = (found.data ?? []).flatMap(picturesOf).slice(0, MOST)
  if (savesData() || preferences.value?.['reading:expand:media'] === 'hide_all') return null
  if (found.data !== null && pictures.length === 0) return null
  return (
    <Part
      title={t('Newest pictures')}
      from={found}
      rows={0}
      more={{ href: `${profilePath(account)}/media`, title: t('All media') }}
    >
      <li class="recent-media">
        {pictures.map((picture) => (
          <Tile key={picture.media.id} picture={picture} />
        ))}
      </li>
    </Part>
  )
}

function picturesOf(status: Status): Picture[] {
  if (status.sensitive) return []
  const shown = status.media_attachments.filter(
    ({ type, preview_url }) => type !== 'audio' && preview_url !== null,
  )
  return shown.map((media) => ({ status, media }))
}

function Tile({ picture: { status, media } }: { picture: Picture }) {
  const { media_attachments: all } = status
  return (
    <button
      type="button"
      class="recent-media-tile"
      aria-label={media.description || t('Picture without a description')}
      onClick={() => openViewer(all, all.indexOf(media), statusPath(status))}
    >
      <img src={media.preview_url ?? ''} alt="" loading="lazy" decoding="async" />
      {(media.type === 'video' || media.type === 'gifv') && <Icon of={Play} size={18} solid />}
    </button>
  )
}
