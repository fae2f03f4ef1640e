import { LinkButton } from '../../../shared/components/button.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { Tabs } from '../../../shared/components/tabs.tsx'
import type { Account } from '../../../shared/entities/api.ts'
import { t } from '../../../shared/i18n.ts'
import { place } from '../../../shared/router.ts'
import { viewer } from '../../../shared/session.ts'
import { feedOf } from '../../feed/feed-cache.ts'
import { FeedView } from '../../feed/feed-view.tsx'
import { offsetSource } from '../../feed/offset-source.ts'
import { PersonRow } from '../../people/person-row.tsx'
import { isUnlisted, Unlisted } from '../../people/unlisted.tsx'

const idOf = ({ id }: Account): string => id

function directory() {
  const { order, from } = place.value.query
  const query = { order: order === 'new' ? 'new' : 'active', local: from !== 'all' }
  return feedOf(offsetSource<Account>('/api/v1/directory', { query, limit: 40, idOf }))
}

export const prepare = () => directory().start()

/** The profile directory. */
export function Page() {
  const feed = directory()
  if (isUnlisted(feed.error.value?.status)) {
    return (
      <>
        <PageHead title={t('People')} />
        <Unlisted />
      </>
    )
  }
  return (
    <>
      <PageHead title={t('People')} lead={t('Who is here and wants to be found.')} />
      <Tabs
        label={t('Which servers')}
        name="from"
        options={[
          ['', t('This server')],
          ['all', t('All servers')],
        ]}
      />
      <Tabs
        label={t('In which order')}
        name="order"
        options={[
          ['', t('Posted lately')],
          ['new', t('New here')],
        ]}
      />
      <FeedView key={feed.key} feed={feed} label={t('People')} keyOf={idOf} empty={<Nobody />}>
        {(account) => <PersonRow account={account} />}
      </FeedView>
    </>
  )
}

function Nobody() {
  return (
    <>
      <p>{t('Nobody is listed here yet.')}</p>
      {viewer !== null && (
        <LinkButton kind="primary" href="/profile/edit">
          {t('Let yourself be found')}
        </LinkButton>
      )}
    </>
  )
}
