import { api } from '../../../shared/api.ts'
import { Loaded } from '../../../shared/components/loaded.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import type { Announcement } from '../../../shared/entities/content.ts'
import { t } from '../../../shared/i18n.ts'
import { go } from '../../../shared/router.ts'
import { useGet } from '../../../shared/use-resource.ts'
import { PATH } from './all-announcements.tsx'
import { AnnouncementForm } from './announcement-form.tsx'

const NEW: Announcement = {
  id: '',
  text: '',
  content: '',
  starts_at: null,
  ends_at: null,
  all_day: false,
  scheduled_at: null,
  published: false,
  published_at: null,
  ended_at: null,
  updated_at: '',
  reactions_count: 0,
}

export function OneAnnouncement({ id }: { id: string }) {
  const isNew = id === 'new'
  const announcement = useGet<Announcement>(isNew ? null : `${PATH}/${id}`)
  const save = async (body: object) => {
    await (isNew ? api.post(PATH, body) : api.put(`${PATH}/${id}`, body))
    go('/admin/announcements')
  }
  return (
    <>
      <PageHead
        title={isNew ? t('A new announcement') : t('Change the announcement')}
        up={{ href: '/admin/announcements', title: t('Announcements') }}
      />
      {isNew ? (
        <AnnouncementForm announcement={NEW} onSave={save} />
      ) : (
        <Loaded from={announcement}>
          {(found) => <AnnouncementForm announcement={found} onSave={save} />}
        </Loaded>
      )}
    </>
  )
}
