import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { type ApiError, asApiError } from '../../../shared/api-error.ts'
import { Button } from '../../../shared/components/button.tsx'
import { Empty, ErrorNotice, Loading } from '../../../shared/components/notice.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { Time } from '../../../shared/components/time.tsx'
import type { Announcement } from '../../../shared/entities/api.ts'
import { keepFocus } from '../../../shared/focus.ts'
import { t } from '../../../shared/i18n.ts'
import { AnnouncementBody } from '../../announcements/announcement-body.tsx'
import { isUnread } from '../../announcements/announcement-list.ts'
import {
  announcements,
  dismiss,
  readAnnouncements,
  unreadAnnouncements,
} from '../../announcements/announcements.ts'
import { titleOf } from '../../announcements/title.ts'

export const prepare = () => readAnnouncements()

/** All announcements that are current. */
export function Page() {
  const error = useSignal<ApiError | null>(null)
  const read = () => {
    error.value = null
    readAnnouncements().catch((thrown: unknown) => {
      error.value = asApiError(thrown)
    })
  }
  useEffect(read, [])
  const all = announcements.value
  const unread = unreadAnnouncements.value
  return (
    <>
      <PageHead title={t('Announcements')} />
      {unread.length > 1 && (
        <div class="buttons end announcements-all">
          <Button small onClick={() => void dismiss(...unread).then(keepFocus)}>
            {t('Mark all as read')}
          </Button>
        </div>
      )}
      {error.value !== null && <ErrorNotice error={error.value} retry={read} />}
      {all === null && error.value === null && <Loading />}
      {all?.length === 0 && (
        <Empty>
          <p>{t('Nothing is announced at the moment.')}</p>
        </Empty>
      )}
      {all?.map((one) => (
        <One key={one.id} announcement={one} />
      ))}
    </>
  )
}

function One({ announcement }: { announcement: Announcement }) {
  const { id, published_at } = announcement
  const unread = isUnread(announcement)
  return (
    <article class="announcement" data-entry={id} tabIndex={-1} aria-label={titleOf(announcement)}>
      <p class="announcement-head">
        {unread && <span class="announcement-new">{t('New')}</span>}
        <Time at={published_at} />
      </p>
      <AnnouncementBody announcement={announcement} />
      {unread && (
        <div class="announcement-end">
          <Button small onClick={() => void dismiss(announcement).then(keepFocus)}>
            {t('Mark as read')}
          </Button>
        </div>
      )}
    </article>
  )
}
