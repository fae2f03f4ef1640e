import { useEffect } from 'preact/hooks'
import { ActionButton } from '../../../shared/components/action-button.tsx'
import { LinkButton } from '../../../shared/components/button.tsx'
import { List } from '../../../shared/components/list.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import type { Account } from '../../../shared/entities/api.ts'
import { t } from '../../../shared/i18n.ts'
import { type PagedList, useList } from '../../../shared/use-resource.ts'
import { listen } from '../../feed/streaming.ts'
import { decide, FollowRequestActions } from '../../notification-cards/follow-request.tsx'
import { AccountRow } from '../../people/account-row.tsx'
import { keepAccount } from '../../state/accounts.ts'
import { account as own } from '../../state/server.ts'
import '../../notification-cards/notifications.css'

/** People who ask to follow. */
export function Page() {
  const list = useList<Account>('/api/v1/follow_requests')
  const { reload } = list
  useEffect(() => {
    const hear = (event: string, payload: string) => {
      const isRequest = event === 'notification' && payload.includes('"follow_request"')
      if (isRequest) void reload()
    }
    return listen({ stream: 'user', params: {}, hear, catchUp: () => void reload() })
  }, [reload])
  return (
    <>
      <PageHead
        title={t('Follow requests')}
        up={{ href: '/notifications', title: t('Notifications') }}
        lead={t('Who is accepted sees what you post for followers. Who is rejected is not told.')}
        actions={list.items.length > 1 && <All list={list} />}
      />
      <List
        list={list}
        label={t('Follow requests')}
        keyOf={({ id }) => id}
        bare
        empty={<NobodyAsks />}
      >
        {(account) => (
          <AccountRow
            account={keepAccount(account)}
            actions={<FollowRequestActions account={account} />}
          />
        )}
      </List>
    </>
  )
}

function NobodyAsks() {
  const isLocked = own.value?.locked === true
  return (
    <>
      <p>
        {isLocked
          ? t('Nobody is waiting for an answer.')
          : t('Nobody is waiting for an answer: you let everybody follow you.')}
      </p>
      <LinkButton href="/settings/privacy">{t('Choose who may follow you')}</LinkButton>
    </>
  )
}

function All({ list }: { list: PagedList<Account> }) {
  const answerAll = async (decision: 'authorize' | 'reject') => {
    try {
      // one after the other: the server counts what one account does at once
      for (const account of list.items) await decide(account, decision)
    } finally {
      await list.reload()
    }
  }
  return (
    <>
      <ActionButton
        small
        question={{
          title: t('Accept all on this page?'),
          text: t('They all become your followers. You can remove any of them later.'),
          confirm: t('Accept all'),
        }}
        run={() => answerAll('authorize')}
      >
        {t('Accept all')}
      </ActionButton>
      <ActionButton
        small
        question={{
          title: t('Reject all on this page?'),
          text: t('They are not told, and may ask again.'),
          confirm: t('Reject all'),
          danger: true,
        }}
        run={() => answerAll('reject')}
      >
        {t('Reject all')}
      </ActionButton>
    </>
  )
}
