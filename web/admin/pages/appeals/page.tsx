import { api } from '../../../shared/api.ts'
import { ActionButton } from '../../../shared/components/action-button.tsx'
import { List } from '../../../shared/components/list.tsx'
import { Badge } from '../../../shared/components/notice.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { Person } from '../../../shared/components/person.tsx'
import { Tabs } from '../../../shared/components/tabs.tsx'
import { Time } from '../../../shared/components/time.tsx'
import type { Appeal } from '../../../shared/entities/admin.ts'
import { t } from '../../../shared/i18n.ts'
import { place } from '../../../shared/router.ts'
import { useList } from '../../../shared/use-resource.ts'
import { refreshOverview } from '../../overview.ts'
import { APPEALS } from '../../parts/moderation-words.ts'
import { accountHref } from '../../parts/page-links.ts'
import { StrikeLine } from '../../parts/strikes.tsx'
import './appeals.css'

const EMPTY: Readonly<Record<string, string>> = {
  pending: t('No appeal waits for a decision.'),
  approved: t('None was accepted yet.'),
  rejected: t('None was rejected yet.'),
}

/** Appeals against moderation decisions. */
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
        title={t('Appeals')}
        lead={t(
          'An appeal that is accepted takes the decision back, as far as it still stands. Either way they get a mail.',
        )}
      />
      <Tabs
        label={t('State of the appeals')}
        name="status"
        options={[
          ['pending', t('Waiting')],
          ['approved', t('Accepted|an appeal')],
          ['rejected', t('Rejected|an appeal')],
        ]}
      />
      <List
        list={list}
        label={t('Appeals')}
        empty={EMPTY[status] ?? t('There are none.')}
        keyOf={({ id }) => id}
      >
        {(appeal) => (
          <AppealCard
            appeal={appeal}
            onAccept={decide(appeal, 'approve')}
            onReject={decide(appeal, 'reject')}
          />
        )}
      </List>
    </>
  )
}

interface AppealCardProps {
  appeal: Appeal
  onAccept: () => Promise<void>
  onReject: () => Promise<void>
}

function AppealCard({ appeal, onAccept, onReject }: AppealCardProps) {
  return (
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
      <h2 class="appeal-about">{t('The decision')}</h2>
      <StrikeLine strike={appeal.strike} />
      {appeal.state === 'pending' && (
        <div class="buttons">
          <ActionButton
            question={{
              title: t('Accept the appeal?'),
              text: t('The decision about @{acct} is taken back, and they get a mail.', {
                acct: appeal.account.acct,
              }),
              confirm: t('Accept the appeal'),
            }}
            done={t('Accepted|an appeal')}
            run={onAccept}
          >
            {t('Accept…')}
          </ActionButton>
          <ActionButton
            question={{
              title: t('Reject the appeal?'),
              text: t(
                'The decision about @{acct} stays, and they get a mail. They cannot appeal again.',
                { acct: appeal.account.acct },
              ),
              confirm: t('Reject the appeal'),
              danger: true,
            }}
            done={t('Rejected|an appeal')}
            run={onReject}
          >
            {t('Reject…')}
          </ActionButton>
        </div>
      )}
    </article>
  )
}

function Verdict({ appeal: { state, decided_by, decided_at } }: { appeal: Appeal }) {
  if (state === 'pending') return null
  return (
    <span class="small muted">
      <Badge tone={state === 'approved' ? 'success' : 'danger'}>{APPEALS[state]}</Badge>{' '}
      {decided_by !== null && t('by @{acct}', { acct: decided_by.acct })}{' '}
      {decided_at !== null && <Time at={decided_at} />}
    </span>
  )
}
