import { api } from '../../../shared/api.ts'
import { ActionButton } from '../../../shared/components/action-button.tsx'
import { Paged } from '../../../shared/components/list.tsx'
import { Badge } from '../../../shared/components/notice.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { Time } from '../../../shared/components/time.tsx'
import { tell, tellError } from '../../../shared/components/toast.tsx'
import type { AdminAccount } from '../../../shared/entities/admin.ts'
import { plural, t } from '../../../shared/i18n.ts'
import { place } from '../../../shared/router.ts'
import { type PagedList, useList } from '../../../shared/use-resource.ts'
import { refreshOverview } from '../../overview.ts'
import { Bulk } from '../../parts/bulk.tsx'
import { ChooseAll } from '../../parts/choose-all.tsx'
import { ChooseBox, type Chosen, useChosen } from '../../parts/choose-box.tsx'
import { BATCH_WORDS } from './batches/actions.ts'
import { findCandidates, startBatch } from './batches/start.ts'

type Verdict = 'approve' | 'reject'
type Decide = (verdict: Verdict, ids: readonly string[]) => () => Promise<void>

const WAITING = { origin: 'local', status: 'pending', limit: 50 }

/** People who ask to join, with what they say about it. */
export function SignUps() {
  const list = useList<AdminAccount>('/api/v2/admin/accounts', WAITING)
  const chosen = useChosen(list.items, JSON.stringify(place.value.query))
  const decide: Decide = (verdict, ids) => async () => {
    // more than a page takes a while: there is a page that shows how far it is
    if (ids.length > WAITING.limit) return startBatch({ action: verdict, ids })
    const path = `/api/rookery/v1/admin/accounts/${verdict}_many`
    const { accepted } = await api.post<{ accepted: string[] }>(path, { ids })
    tell(BATCH_WORDS[verdict].done(accepted.length))
    chosen.set([])
    await Promise.all([list.reload(), refreshOverview()])
  }
  return (
    <>
      <PageHead
        title={t('Asking to join')}
        up={{ href: '/admin/accounts', title: t('Accounts') }}
        lead={t(
          'Everybody hears of the decision by mail. Whoever is turned away may ask again; what they entered is deleted.',
        )}
      />
      <Paged list={list} empty={t('Nobody waits.')}>
        <Several list={list} chosen={chosen} decide={decide} />
        <ul class="entries" aria-label={t('People who ask to join')}>
          {list.items.map((account) => (
            <li key={account.id} class="sign-up">
              <ChooseBox
                id={account.id}
                chosen={chosen}
                label={t('Choose @{username}', { username: account.username })}
              />
              <Asking account={account} />
              <Decision account={account} decide={decide} />
            </li>
          ))}
        </ul>
      </Paged>
    </>
  )
}

interface SeveralProps {
  list: PagedList<AdminAccount>
  chosen: Chosen
  decide: Decide
}

function Several({ list, chosen, decide }: SeveralProps) {
  const { ids } = chosen
  const goesOn = list.data !== null && (list.data.next !== null || list.data.previous !== null)
  const choose = () => findCandidates(WAITING).then(({ ids: all }) => chosen.set(all), tellError)
  return (
    <Bulk chosen={chosen}>
      <ChooseAll
        chosen={chosen}
        entries={list.items}
        more={goesOn ? { title: t('Choose all on all pages'), choose } : undefined}
      />
      <div class="buttons">
        <ActionButton small disabled={ids.length === 0} run={decide('approve', ids)}>
          {t('Let them in')}
        </ActionButton>
        <ActionButton
          small
          disabled={ids.length === 0}
          question={turnAway(ids.length)}
          run={decide('reject', ids)}
        >
          {t('Turn them away')}
        </ActionButton>
      </div>
    </Bulk>
  )
}

function Decision({ account, decide }: { account: AdminAccount; decide: Decide }) {
  return (
    <div class="buttons">
      <ActionButton
        small
        label={t('Let in @{username}', { username: account.username })}
        run={decide('approve', [account.id])}
      >
        {t('Let in')}
      </ActionButton>
      <ActionButton
        small
        label={t('Turn away @{username}', { username: account.username })}
        question={turnAway(1)}
        run={decide('reject', [account.id])}
      >
        {t('Turn away')}
      </ActionButton>
    </div>
  )
}

function turnAway(people: number) {
  return {
    title: t('Turn {people} away?', { people: plural(people, '{n} person', '{n} people') }),
    text: t('What they entered is deleted at once, and they get a mail. They may ask again.'),
    confirm: t('Turn away'),
    danger: true,
  }
}

function Asking({ account }: { account: AdminAccount }) {
  const { id, username, email, ip, confirmed, invite_request, created_at } = account
  return (
    <div class="sign-up-person">
      <p>
        <a href={`/admin/accounts/${id}`}>
          <strong>
            <bdi>@{username}</bdi>
          </strong>
        </a>{' '}
        <span class="muted">{email}</span>{' '}
        {confirmed === false && <Badge>{t('Not confirmed')}</Badge>}
      </p>
      <p class="sign-up-reason">
        {invite_request || <span class="muted">{t('Says nothing about why.')}</span>}
      </p>
      <p class="muted small">
        <Time at={created_at} />
        {ip !== null && (
          <>
            {' · '}
            <a href={`/admin/accounts?ip=${encodeURIComponent(ip)}&origin=local`}>{ip}</a>
          </>
        )}
        {account.invited_by_account_id !== undefined && (
          <>
            {' · '}
            <a href={`/admin/accounts/${account.invited_by_account_id}`}>
              {t('Invited by somebody here')}
            </a>
          </>
        )}
      </p>
    </div>
  )
}
