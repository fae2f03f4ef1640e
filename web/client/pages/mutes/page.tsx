import { PageHead } from '../../../shared/components/page-head.tsx'
import { Time } from '../../../shared/components/time.tsx'
import type { MutedAccount } from '../../../shared/entities/api.ts'
import { t } from '../../../shared/i18n.ts'
import { rich } from '../../../shared/rich.ts'
import { FeedView } from '../../feed/feed-view.tsx'
import { accountFeed } from '../../people/account-feed.ts'
import { AccountRow } from '../../people/account-row.tsx'
import { UndoButton } from '../../people/safety/undo-button.tsx'
import { useFreshFeed } from '../../people/use-fresh-feed.ts'
import '../../people/people.css'

const mutes = () => accountFeed<MutedAccount>('/api/v1/mutes')

/** Muted accounts, with the end of each mute. */
export function Page() {
  const feed = useFreshFeed(mutes())
  return (
    <>
      <PageHead
        title={t('Muted people')}
        lead={t('You do not see their posts. They do not know that you muted them.')}
      />
      <div class="people-feed">
        <FeedView
          feed={feed}
          label={t('Muted people')}
          keyOf={({ id }) => id}
          empty={<p>{t('You have not muted anybody. You can do so from any profile.')}</p>}
        >
          {(account) => (
            <AccountRow
              account={account}
              actions={
                <UndoButton
                  account={account}
                  undo={{ verb: 'unmute', title: t('Unmute') }}
                  redo={{ verb: 'mute', title: t('Mute again'), body: restOf(account) }}
                />
              }
            >
              <TimeLeft until={account.mute_expires_at} />
            </AccountRow>
          )}
        </FeedView>
      </div>
    </>
  )
}

function TimeLeft({ until }: { until: string | null }) {
  return (
    <span class="muted small">
      {until === null
        ? t('Until you unmute them')
        : rich('Ends {time}', { time: <Time at={until} /> })}
    </span>
  )
}

/** As long as it would have lasted. @returns seconds; 0: for ever */
function restOf({ mute_expires_at: until }: MutedAccount): { duration: number } {
  if (until === null) return { duration: 0 }
  return { duration: Math.max(60, Math.round((Date.parse(until) - Date.now()) / 1000)) }
}
