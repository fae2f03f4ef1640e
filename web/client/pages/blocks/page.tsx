import { PageHead } from '../../../shared/components/page-head.tsx'
import type { Account } from '../../../shared/entities/api.ts'
import { t } from '../../../shared/i18n.ts'
import { FeedView } from '../../feed/feed-view.tsx'
import { accountFeed } from '../../people/account-feed.ts'
import { AccountRow } from '../../people/account-row.tsx'
import { useFresh } from '../../people/fresh.ts'
import { Undo } from '../../people/safety/undo.tsx'
import '../../people/people.css'

const blocks = () => accountFeed<Account>('/api/v1/blocks')

/** Whom the person blocks. Who is unblocked stays in the list until it is left, so that it can be undone. */
export function Page() {
  const feed = useFresh(blocks())
  return (
    <>
      <PageHead
        title={t('Blocked people')}
        lead={t('You see nothing of each other. They cannot follow, mention or message you.')}
      />
      <div class="people-feed">
        <FeedView
          feed={feed}
          label={t('Blocked people')}
          keyOf={({ id }) => id}
          empty={<p>{t('You have not blocked anybody. You can do so from any profile.')}</p>}
        >
          {(account) => (
            <AccountRow
              account={account}
              actions={
                <Undo
                  account={account}
                  undo={{ verb: 'unblock', title: t('Unblock') }}
                  redo={{ verb: 'block', title: t('Block again') }}
                />
              }
            />
          )}
        </FeedView>
      </div>
    </>
  )
}
