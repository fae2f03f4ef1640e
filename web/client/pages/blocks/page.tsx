import { PageHead } from '../../../shared/components/page-head.tsx'
import type { Account } from '../../../shared/entities/api.ts'
import { t } from '../../../shared/i18n.ts'
import { FeedView } from '../../feed/feed-view.tsx'
import { accountFeed } from '../../people/account-feed.ts'
import { AccountRow } from '../../people/account-row.tsx'
import { UndoButton } from '../../people/safety/undo-button.tsx'
import { useFreshFeed } from '../../people/use-fresh-feed.ts'
import '../../people/people.css'

const blocks = () => accountFeed<Account>('/api/v1/blocks')

/** Blocked accounts. An unblocked account stays in the list while the page is open, so that it can be undone. */
export function Page() {
  const feed = useFreshFeed(blocks())
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
                <UndoButton
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
