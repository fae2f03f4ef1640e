import { api } from '../../../shared/api.ts'
import { ActionButton } from '../../../shared/components/action-button.tsx'
import { LinkButton } from '../../../shared/components/button.tsx'
import { Html } from '../../../shared/components/html.tsx'
import { List } from '../../../shared/components/list.tsx'
import { Badge } from '../../../shared/components/notice.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { Time } from '../../../shared/components/time.tsx'
import type { CustomEmoji } from '../../../shared/entities/account.ts'
import type { Announcement } from '../../../shared/entities/content.ts'
import { plural, t } from '../../../shared/i18n.ts'
import { type PagedList, useGet, useList } from '../../../shared/use-resource.ts'
import { spanOf } from './time-span.ts'

export const PATH = '/api/rookery/v1/admin/announcements'

/** Announcements, newest first, whether they are shown or not. */
export function AllAnnouncements() {
  const list = useList<Announcement>(PATH)
  const emojis = useGet<CustomEmoji[]>('/api/v1/custom_emojis').data ?? undefined
  return (
    <>
      <PageHead
        title={t('Announcements')}
        lead={t(
          'Shown to everybody here at the top of their app, until they have read them or it is over.',
        )}
        actions={
          <LinkButton kind="primary" href="/admin/announcements/new">
            {t('Write one')}
          </LinkButton>
        }
      />
      <List
        list={list}
        label={t('Announcements')}
        keyOf={({ id }) => id}
        empty={
          <>
            <p>
              <strong>{t('Nothing has been announced yet.')}</strong>
            </p>
            <p>{t('For works on the server, new rules, or a meeting of the people here.')}</p>
          </>
        }
      >
        {(announcement) => <Entry announcement={announcement} list={list} emojis={emojis} />}
      </List>
    </>
  )
}

interface EntryProps {
  announcement: Announcement
  list: PagedList<Announcement>
  emojis: readonly CustomEmoji[] | undefined
}

function Entry({ announcement, list, emojis }: EntryProps) {
  const { content, reactions_count } = announcement
  const span = spanOf(announcement)
  return (
    <article class="announcement">
      <p class="announcement-state">
        <State of={announcement} />
      </p>
      <Html html={content} {...(emojis === undefined ? {} : { emojis })} />
      <p class="muted small">
        {span !== '' && <>{span} · </>}
        {plural(reactions_count, '{n} reaction', '{n} reactions')}
      </p>
      <Deeds announcement={announcement} list={list} />
    </article>
  )
}

function State({ of: announcement }: { of: Announcement }) {
  const { published_at, scheduled_at, ended_at } = announcement
  if (ended_at !== null && published_at !== null) {
    return (
      <>
        <Badge>{t('Over')}</Badge>{' '}
        <span class="muted small">
          <Time at={ended_at} />
        </span>
      </>
    )
  }
  if (published_at !== null) {
    return (
      <>
        <Badge tone="success">{t('Shown')}</Badge>{' '}
        <span class="muted small">
          <Time at={published_at} />
        </span>
      </>
    )
  }
  if (scheduled_at === null) return <Badge>{t('Draft')}</Badge>
  return (
    <>
      <Badge tone="info">{t('Scheduled')}</Badge>{' '}
      <span class="muted small">
        <Time at={scheduled_at} />
      </span>
    </>
  )
}

function Deeds({ announcement, list }: Omit<EntryProps, 'emojis'>) {
  const { id, text, published, scheduled_at } = announcement
  const name = text.slice(0, 60)
  const act = (deed: 'publish' | 'unpublish') => async () => {
    const changed = await api.post<Announcement>(`${PATH}/${id}/${deed}`)
    list.replace((one) => one.id === id, changed)
  }
  return (
    <div class="buttons">
      <LinkButton small href={`/admin/announcements/${id}`}>
        {t('Change')}
        <span class="visually-hidden">: {name}</span>
      </LinkButton>
      {!published && (
        <ActionButton
          small
          label={t('Publish now: {name}', { name })}
          question={{
            title: t('Publish it now?'),
            text: t('Everybody here is shown it at once.'),
            confirm: t('Publish it'),
          }}
          run={act('publish')}
          done={t('It is shown')}
        >
          {t('Publish now…')}
        </ActionButton>
      )}
      {(published || scheduled_at !== null) && (
        <ActionButton
          small
          label={`${published ? t('Take down') : t('Do not publish')}: ${name}`}
          run={act('unpublish')}
          done={t('It is a draft now')}
        >
          {published ? t('Take down') : t('Do not publish')}
        </ActionButton>
      )}
      <ActionButton
        small
        label={t('Delete: {name}', { name })}
        question={{
          title: t('Delete this announcement?'),
          text: t('It is gone for everybody, with the reactions to it.'),
          confirm: t('Delete it'),
          danger: true,
        }}
        done={t('The announcement is deleted')}
        run={async () => {
          await api.delete(`${PATH}/${id}`)
          list.replace((one) => one.id === id, null)
        }}
      >
        {t('Delete…')}
      </ActionButton>
    </div>
  )
}
