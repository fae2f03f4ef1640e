import { useState } from 'preact/hooks'
import { LinkButton } from '../../../shared/components/button.tsx'
import { ErrorNotice, Loading } from '../../../shared/components/notice.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { displayName } from '../../../shared/components/person.tsx'
import type { NotificationRequest } from '../../../shared/entities/api.ts'
import { t } from '../../../shared/i18n.ts'
import { rich } from '../../../shared/rich.ts'
import { go } from '../../../shared/router.ts'
import { useGet } from '../../../shared/use-resource.ts'
import { FeedView } from '../../feed/feed-view.tsx'
import { GroupCard } from '../../notification-cards/group-card.tsx'
import { groupSource } from '../../notifications/feeds.ts'
import { createLatestFeed } from '../../notifications/latest-feed.ts'
import { RequestActions } from './actions.tsx'

const LIST = '/notifications/requests'

/** Filtered notifications from one account. */
export function OneRequest({ id }: { id: string }) {
  const request = useGet<NotificationRequest>(`/api/v1${LIST}/${id}`)
  const { data, error, reload } = request
  const up = { href: LIST, title: t('Kept back') }
  if (data === null) {
    return (
      <>
        <PageHead title={t('Kept back')} up={up} />
        {error === null ? <Loading /> : <NotThere reload={reload} error={error} />}
      </>
    )
  }
  const name = data.account.display_name || data.account.username
  return (
    <>
      <PageHead
        title={t('Kept back from {name}', { name })}
        heading={rich('Kept back from {name}', { name: <bdi>{displayName(data.account)}</bdi> })}
        up={up}
        actions={<RequestActions request={data} onDecided={() => go(LIST)} />}
      />
      <Sent accountId={data.account.id} />
    </>
  )
}

function NotThere({
  error,
  reload,
}: Pick<ReturnType<typeof useGet>, 'reload'> & {
  error: NonNullable<ReturnType<typeof useGet>['error']>
}) {
  if (error.status !== 404) return <ErrorNotice error={error} retry={() => void reload()} />
  return (
    <>
      <p>{t('Nothing is kept back here any more: it was accepted or put away.')}</p>
      <LinkButton href={LIST}>{t('Look at what is kept back')}</LinkButton>
    </>
  )
}

function Sent({ accountId }: { accountId: string }) {
  const [feed] = useState(() => {
    const query = { account_id: accountId, include_filtered: true }
    return createLatestFeed(groupSource(query), ({ key }) => key)
  })
  return (
    <FeedView
      feed={feed}
      label={t('Notifications that are kept back')}
      keyOf={({ key }) => key}
      empty={<p>{t('What was sent is gone: it may have been deleted.')}</p>}
    >
      {(group) => (
        <GroupCard group={group} onDismissed={() => feed.remove(({ key }) => key === group.key)} />
      )}
    </FeedView>
  )
}
