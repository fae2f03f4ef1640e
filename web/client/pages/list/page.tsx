import { LinkButton } from '../../../shared/components/button.tsx'
import { Empty, ErrorNotice } from '../../../shared/components/notice.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import type { List } from '../../../shared/entities/api.ts'
import { t } from '../../../shared/i18n.ts'
import { Icon, Pencil } from '../../../shared/icons.tsx'
import { useGet } from '../../../shared/use-resource.ts'
import { Drawing } from '../../drawings/drawing.tsx'
import { feedOf, statusSource } from '../../feed/feed-cache.ts'
import { useStream } from '../../feed/use-stream.ts'
import { PinButton } from '../../frame/pin-button.tsx'
import type { PageProps } from '../../page.ts'
import { PostFeed } from '../../status/post-feed.tsx'

const timeline = (id: string) =>
  feedOf(statusSource(`/api/v1/timelines/list/${encodeURIComponent(id)}`))

export const prepare = ({ id = '' }: PageProps['params']) => timeline(id).start()

export function Page({ params: { id = '' } }: PageProps) {
  const list = useGet<List>(`/api/v1/lists/${encodeURIComponent(id)}`)
  if (list.error?.status === 404) return <Gone />
  return (
    <>
      <PageHead
        title={list.data?.title ?? t('List')}
        up={{ href: '/lists', title: t('Lists') }}
        actions={
          <>
            {list.data !== null && <PinButton href={`/lists/${id}`} title={list.data.title} />}
            <LinkButton href={`/lists/${id}/edit`}>
              <Icon of={Pencil} size={18} /> {t('Edit the list')}
            </LinkButton>
          </>
        }
      />
      {list.error !== null && <ErrorNotice error={list.error} retry={() => void list.reload()} />}
      <Timeline id={id} title={list.data?.title ?? t('List')} />
    </>
  )
}

function Timeline({ id, title }: { id: string; title: string }) {
  const feed = timeline(id)
  useStream(feed, 'list', { list: id })
  return (
    <PostFeed
      feed={feed}
      label={title}
      context="home"
      empty={
        <>
          <Drawing of="rows" />
          <p>{t('Nothing here yet. What the people on this list post comes here.')}</p>
          <LinkButton kind="primary" href={`/lists/${id}/edit`}>
            {t('Put people on it')}
          </LinkButton>
        </>
      }
    />
  )
}

function Gone() {
  return (
    <>
      <PageHead title={t('List')} up={{ href: '/lists', title: t('Lists') }} />
      <Empty>
        <p>{t('This list is gone, or it is not yours.')}</p>
        <LinkButton kind="primary" href="/lists">
          {t('See your lists')}
        </LinkButton>
      </Empty>
    </>
  )
}
