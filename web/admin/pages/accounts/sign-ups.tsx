import { useSignal } from '@preact/signals'
import { api } from '../../../shared/api.ts'
import { ActionButton } from '../../../shared/components/button.tsx'
import { Paged } from '../../../shared/components/list.tsx'
import { Badge } from '../../../shared/components/notice.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { Time } from '../../../shared/components/time.tsx'
import { tell } from '../../../shared/components/toast.tsx'
import type { AdminAccount } from '../../../shared/entities/admin.ts'
import { count } from '../../../shared/format.ts'
import { useList } from '../../../shared/resource.ts'
import { refreshOverview } from '../../overview.ts'

type Verdict = 'approve' | 'reject'

/** People who ask to join, with what they say about it. */
export function SignUps() {
  const list = useList<AdminAccount>('/api/v2/admin/accounts', {
    origin: 'local',
    status: 'pending',
    limit: 50,
  })
  const chosen = useSignal<readonly string[]>([])
  const here = chosen.value.filter((id) => list.items.some((account) => account.id === id))
  const decide = (verdict: Verdict, ids: readonly string[]) => async () => {
    const path = `/api/rookery/v1/admin/accounts/${verdict}_many`
    const { accepted } = await api.post<{ accepted: string[] }>(path, { ids })
    tell(
      `${count(accepted.length, 'person', 'people')} ${verdict === 'approve' ? 'let in' : 'turned away'}`,
    )
    chosen.value = []
    await Promise.all([list.reload(), refreshOverview()])
  }
  const toggle = (id: string, on: boolean) => {
    const others = chosen.value.filter((one) => one !== id)
    chosen.value = on ? [...others, id] : others
  }
  const areAll = here.length === list.items.length
  return (
    <>
      <PageHead
        title="Asking to join"
        up={{ href: '/admin/accounts', title: 'Accounts' }}
        lead="Everybody hears of the decision by mail. Whoever is turned away may ask again; what they entered is deleted."
      />
      <Paged list={list} empty="Nobody waits.">
        <div class="bulk">
          <label class="choice">
            <input
              type="checkbox"
              checked={areAll}
              onChange={() => {
                chosen.value = areAll ? [] : list.items.map(({ id }) => id)
              }}
            />
            <span>{here.length === 0 ? 'All on this page' : `${here.length} chosen`}</span>
          </label>
          <div class="buttons">
            <ActionButton small disabled={here.length === 0} run={decide('approve', here)}>
              Let them in
            </ActionButton>
            <ActionButton
              small
              disabled={here.length === 0}
              question={turnAway(here.length)}
              run={decide('reject', here)}
            >
              Turn them away
            </ActionButton>
          </div>
        </div>
        <ul class="entries" aria-label="People who ask to join">
          {list.items.map((account) => (
            <li key={account.id} class="sign-up">
              <input
                type="checkbox"
                aria-label={`Choose @${account.username}`}
                checked={here.includes(account.id)}
                onChange={(event) => toggle(account.id, event.currentTarget.checked)}
              />
              <Asking account={account} />
              <div class="buttons">
                <ActionButton
                  small
                  label={`Let in @${account.username}`}
                  run={decide('approve', [account.id])}
                >
                  Let in
                </ActionButton>
                <ActionButton
                  small
                  label={`Turn away @${account.username}`}
                  question={turnAway(1)}
                  run={decide('reject', [account.id])}
                >
                  Turn away
                </ActionButton>
              </div>
            </li>
          ))}
        </ul>
      </Paged>
    </>
  )
}

function turnAway(people: number) {
  return {
    title: `Turn ${count(people, 'person', 'people')} away?`,
    text: 'What they entered is deleted at once, and they get a mail. They may ask again.',
    confirm: 'Turn away',
    danger: true,
  }
}

function Asking({ account }: { account: AdminAccount }) {
  const { id, username, email, ip, confirmed, invite_request, created_at } = account
  return (
    <div class="sign-up-person">
      <p>
        <a href={`/admin/accounts/${id}`}>
          <strong>@{username}</strong>
        </a>{' '}
        <span class="muted">{email}</span> {confirmed === false && <Badge>Not confirmed</Badge>}
      </p>
      <p class="sign-up-reason">
        {invite_request || <span class="muted">Says nothing about why.</span>}
      </p>
      <p class="muted small">
        <Time at={created_at} />
        {ip !== null && (
          <>
            {' from '}
            <a href={`/admin/accounts?ip=${encodeURIComponent(ip)}&origin=local`}>{ip}</a>
          </>
        )}
        {account.invited_by_account_id !== undefined && (
          <>
            {', invited by '}
            <a href={`/admin/accounts/${account.invited_by_account_id}`}>somebody here</a>
          </>
        )}
      </p>
    </div>
  )
}
