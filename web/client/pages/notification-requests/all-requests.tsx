import { type Signal, useSignal } from '@preact/signals'
import { ActionButton } from '../../../shared/components/action-button.tsx'
import { Button, LinkButton } from '../../../shared/components/button.tsx'
import { List } from '../../../shared/components/list.tsx'
import { Notice } from '../../../shared/components/notice.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import type { NotificationRequest } from '../../../shared/entities/api.ts'
import { plural, t } from '../../../shared/i18n.ts'
import { type PagedList, useList } from '../../../shared/use-resource.ts'
import { StatusPreview } from '../../notification-cards/status-preview.tsx'
import { decideRequests, isMerging, type RequestDecision } from '../../notifications/requests.ts'
import { AccountRow } from '../../people/account-row.tsx'
import { keepAccount } from '../../state/accounts.ts'
import { keepPost } from '../../state/statuses.ts'
import { RequestActions } from './actions.tsx'

/** Everybody whose notifications are kept back. */
export function AllRequests() {
  const list = useList<NotificationRequest>('/api/v1/notifications/requests')
  const chosen = useSignal<ReadonlySet<string>>(new Set())
  return (
    <>
      <PageHead
        title={t('Kept back')}
        up={{ href: '/notifications', title: t('Notifications') }}
        lead={t(
          'Notifications from these people are kept back by your rules. Accept somebody, and what they sent comes among your notifications, now and later.',
        )}
        actions={
          <LinkButton small href="/notifications/settings">
            {t('Change the rules')}
          </LinkButton>
        }
      />
      {isMerging.value && (
        <Notice>
          <p role="status">{t('What you accepted is being moved to your notifications…')}</p>
        </Notice>
      )}
      {list.items.length > 1 && <Several list={list} chosen={chosen} />}
      <List
        list={list}
        label={t('Kept back')}
        keyOf={({ id }) => id}
        empty={
          <>
            <p>{t('Nothing is kept back.')}</p>
            <LinkButton href="/notifications">{t('Go to your notifications')}</LinkButton>
          </>
        }
      >
        {(request) => <Row request={request} list={list} chosen={chosen} />}
      </List>
    </>
  )
}

type Chosen = Signal<ReadonlySet<string>>

interface RowProps {
  request: NotificationRequest
  list: PagedList<NotificationRequest>
  chosen: Chosen
}

function Row({ request, list, chosen }: RowProps) {
  const { id, account, last_status: last, notifications_count: count } = request
  const name = account.display_name || account.username
  return (
    <div class="request">
      {list.items.length > 1 && (
        <label class="request-choice">
          <span class="visually-hidden">{t('Choose {name}', { name })}</span>
          <input
            type="checkbox"
            checked={chosen.value.has(id)}
            onChange={({ currentTarget }) => {
              const ids = new Set(chosen.value)
              if (currentTarget.checked) ids.add(id)
              else ids.delete(id)
              chosen.value = ids
            }}
          />
        </label>
      )}
      <div class="request-words">
        <AccountRow account={keepAccount(account)}>
          <a class="request-count" href={`/notifications/requests/${id}`}>
            {plural(Number(count), '{n} notification', '{n} notifications')}
          </a>
        </AccountRow>
        {last !== null && <StatusPreview post={keepPost(last)} />}
        <RequestActions
          request={request}
          onDecided={() => list.replace((other) => other.id === id, null)}
        />
      </div>
    </div>
  )
}

/** Decides about many at once. */
function Several({ list, chosen }: Omit<RowProps, 'request'>) {
  const all = list.items.map(({ id }) => id)
  const ids = all.filter((id) => chosen.value.has(id))
  const decide = async (decision: RequestDecision) => {
    await decideRequests(ids, decision)
    chosen.value = new Set()
    await list.reload()
  }
  return (
    <div class="buttons request-several">
      <Button
        small
        onClick={() => {
          chosen.value = new Set(ids.length === all.length ? [] : all)
        }}
      >
        {ids.length === all.length ? t('Choose none') : t('Choose all')}
      </Button>
      {ids.length > 0 && (
        <>
          <ActionButton small kind="primary" run={() => decide('accept')}>
            {plural(ids.length, 'Accept {n}', 'Accept {n}')}
          </ActionButton>
          <ActionButton
            small
            question={{
              title: t('Put these away?'),
              text: t('What they sent is removed. What they send later is kept back again.'),
              confirm: t('Put away'),
              danger: true,
            }}
            run={() => decide('dismiss')}
          >
            {plural(ids.length, 'Put away {n}', 'Put away {n}')}
          </ActionButton>
        </>
      )}
    </div>
  )
}
