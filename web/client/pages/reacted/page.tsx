import { api } from '../../../shared/api.ts'
import type { Account } from '../../../shared/entities/api.ts'
import { t } from '../../../shared/i18n.ts'
import { place } from '../../../shared/router.ts'
import type { Feed, Source } from '../../feed/feed.ts'
import { feedOf } from '../../feed/feed-cache.ts'
import { FeedView } from '../../feed/feed-view.tsx'
import type { PageProps } from '../../page.ts'
import { AccountRow } from '../../people/account-row.tsx'
import { FollowButton } from '../../people/follow-button.tsx'
import { AboutHead } from '../../status/about/about-head.tsx'

const isBoosts = (): boolean => place.value.path.endsWith('/reblogs')

function people(id: string): Feed<Account> {
  const path = `/api/v1/statuses/${id}/${isBoosts() ? 'reblogged_by' : 'favourited_by'}`
  const source: Source<Account> = {
    key: path,
    read: (cursor) => api.page<Account>(path, { limit: 40, ...cursor }),
    idOf: (account) => account.id,
  }
  return feedOf(source)
}

export const prepare = ({ id = '' }: PageProps['params']) => people(id).start()

/** Accounts that favourited or boosted a status. */
export function Page({ params }: PageProps) {
  const title = isBoosts() ? t('Boosted by') : t('Favourited by')
  return (
    <>
      <AboutHead title={title} params={params} />
      <FeedView
        feed={people(params.id ?? '')}
        label={title}
        keyOf={({ id }) => id}
        empty={
          <p>
            {isBoosts()
              ? t('Nobody whom you can see has boosted this post yet.')
              : t('Nobody whom you can see has made this post a favourite yet.')}
          </p>
        }
      >
        {(account) => <AccountRow account={account} actions={<FollowButton account={account} />} />}
      </FeedView>
    </>
  )
}
