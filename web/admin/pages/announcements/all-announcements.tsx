import { api } from '../../../shared/api.ts'
import { ActionButton, LinkButton } from '../../../shared/components/button.tsx'
import { Html } from '../../../shared/components/html.tsx'
import { List } from '../../../shared/components/list.tsx'
import { Badge } from '../../../shared/components/notice.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { Time } from '../../../shared/components/time.tsx'
import type { Announcement } from '../../../shared/entities/content.ts'
import { count } from '../../../shared/format.ts'
import { type PagedList, useList } from '../../../shared/resource.ts'
import { spanOf } from './span.ts'

export const PATH = '/api/rookery/v1/admin/announcements'

/** Announcements, newest first, whether they are shown or not. */
export function AllAnnouncements() {
  const list = useList<Announcement>(PATH)
  return (
    <>
      <PageHead
        title="Announcements"
        lead="Shown to everybody here at the top of their app, until they have read them or it is over."
        actions={
          <LinkButton kind="primary" href="/admin/announcements/new">
            Write one
          </LinkButton>
        }
      />
      <List
        list={list}
        label="Announcements"
        keyOf={({ id }) => id}
        empty={
          <>
            <p>
              <strong>Nothing has been announced yet.</strong>
            </p>
            <p>For works on the server, new rules, or a meeting of the people here.</p>
          </>
        }
      >
        {(announcement) => <Entry announcement={announcement} list={list} />}
      </List>
    </>
  )
}

interface EntryProps {
  announcement: Announcement
  list: PagedList<Announcement>
}

function Entry({ announcement, list }: EntryProps) {
  const { content, reactions_count } = announcement
  const span = spanOf(announcement)
  return (
    <article class="announcement">
      <p class="announcement-state">
        <State of={announcement} />
      </p>
      <Html html={content} />
      <p class="muted small">
        {span !== '' && <>{span} · </>}
        {count(reactions_count, 'reaction')}
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
        <Badge>Over</Badge>{' '}
        <span class="muted small">
          <Time at={ended_at} />
        </span>
      </>
    )
  }
  if (published_at !== null) {
    return (
      <>
        <Badge tone="success">Shown</Badge>{' '}
        <span class="muted small">
          <Time at={published_at} />
        </span>
      </>
    )
  }
  if (scheduled_at === null) return <Badge>Draft</Badge>
  return (
    <>
      <Badge tone="info">Scheduled</Badge>{' '}
      <span class="muted small">
        <Time at={scheduled_at} />
      </span>
    </>
  )
}

function Deeds({ announcement, list }: EntryProps) {
  const { id, text, published, scheduled_at } = announcement
  const name = text.slice(0, 60)
  const act = (deed: 'publish' | 'unpublish') => async () => {
    const changed = await api.post<Announcement>(`${PATH}/${id}/${deed}`)
    list.replace((one) => one.id === id, changed)
  }
  return (
    <div class="buttons">
      <LinkButton small href={`/admin/announcements/${id}`}>
        Change<span class="visually-hidden">: {name}</span>
      </LinkButton>
      {!published && (
        <ActionButton
          small
          label={`Publish now: ${name}`}
          question={{
            title: 'Publish it now?',
            text: 'Everybody here is shown it at once.',
            confirm: 'Publish it',
          }}
          run={act('publish')}
          done="It is shown"
        >
          Publish now…
        </ActionButton>
      )}
      {(published || scheduled_at !== null) && (
        <ActionButton
          small
          label={`${published ? 'Take down' : 'Do not publish'}: ${name}`}
          run={act('unpublish')}
          done="It is a draft now"
        >
          {published ? 'Take down' : 'Do not publish'}
        </ActionButton>
      )}
      <ActionButton
        small
        label={`Delete: ${name}`}
        question={{
          title: 'Delete this announcement?',
          text: 'It is gone for everybody, with the reactions to it.',
          confirm: 'Delete it',
          danger: true,
        }}
        done="The announcement is deleted"
        run={async () => {
          await api.delete(`${PATH}/${id}`)
          list.replace((one) => one.id === id, null)
        }}
      >
        Delete…
      </ActionButton>
    </div>
  )
}
