import { api } from '../../../shared/api.ts'
import { ActionButton } from '../../../shared/components/button.tsx'
import { List } from '../../../shared/components/list.tsx'
import { Badge } from '../../../shared/components/notice.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { Person } from '../../../shared/components/person.tsx'
import { Tabs } from '../../../shared/components/tabs.tsx'
import { Time } from '../../../shared/components/time.tsx'
import type { Appeal } from '../../../shared/entities/admin.ts'
import { useList } from '../../../shared/resource.ts'
import { place } from '../../../shared/router.ts'
import { refreshOverview } from '../../overview.ts'
import { accountHref } from '../../parts/places.ts'
import { StrikeLine } from '../../parts/strikes.tsx'
import { APPEALS } from '../../parts/words.ts'
import './appeals.css'

const EMPTY: Readonly<Record<string, string>> = {
  pending: 'No appeal waits for a decision.',
  approved: 'None was accepted yet.',
  rejected: 'None was rejected yet.',
}

/** What people say against decisions about them. */
export function Page() {
  const { status = 'pending' } = place.value.query
  const list = useList<Appeal>('/api/rookery/v1/admin/appeals', { status })
  const decide = (appeal: Appeal, verdict: 'approve' | 'reject') => async () => {
    const path = `/api/rookery/v1/admin/appeals/${appeal.id}/${verdict}`
    const decided = await api.post<Appeal>(path)
    list.replace(({ id }) => id === appeal.id, decided)
    void refreshOverview()
  }
  return (
    <>
      <PageHead
        title="Appeals"
        lead="An appeal that is accepted takes the decision back, as far as it still stands. Either way they get a mail."
      />
      <Tabs
        label="State of the appeals"
        name="status"
        options={[
          ['pending', 'Waiting'],
          ['approved', 'Accepted'],
          ['rejected', 'Rejected'],
        ]}
      />
      <List
        list={list}
        label="Appeals"
        empty={EMPTY[status] ?? 'There are none.'}
        keyOf={({ id }) => id}
      >
        {(appeal) => (
          <article class="appeal">
            <div class="appeal-head">
              <Person account={appeal.account} href={accountHref(appeal.account.id)}>
                <span class="muted small">
                  <Time at={appeal.created_at} />
                </span>
              </Person>
              <Verdict appeal={appeal} />
            </div>
            <p class="quoted">{appeal.text}</p>
            <h2 class="appeal-about">The decision</h2>
            <StrikeLine strike={appeal.strike} />
            {appeal.state === 'pending' && (
              <div class="buttons">
                <ActionButton
                  question={{
                    title: 'Accept the appeal?',
                    text: `The decision about @${appeal.account.acct} is taken back, and they get a mail.`,
                    confirm: 'Accept the appeal',
                  }}
                  done="Accepted"
                  run={decide(appeal, 'approve')}
                >
                  Accept…
                </ActionButton>
                <ActionButton
                  question={{
                    title: 'Reject the appeal?',
                    text: `The decision about @${appeal.account.acct} stays, and they get a mail. They cannot appeal again.`,
                    confirm: 'Reject the appeal',
                    danger: true,
                  }}
                  done="Rejected"
                  run={decide(appeal, 'reject')}
                >
                  Reject…
                </ActionButton>
              </div>
            )}
          </article>
        )}
      </List>
    </>
  )
}

function Verdict({ appeal: { state, decided_by, decided_at } }: { appeal: Appeal }) {
  if (state === 'pending') return null
  return (
    <span class="small muted">
      <Badge tone={state === 'approved' ? 'success' : 'danger'}>{APPEALS[state]}</Badge>{' '}
      {decided_by !== null && `by @${decided_by.acct} `}
      {decided_at !== null && <Time at={decided_at} />}
    </span>
  )
}
