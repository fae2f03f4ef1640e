import { api } from '../../../shared/api.ts'
import { ActionButton } from '../../../shared/components/action-button.tsx'
import { Badge } from '../../../shared/components/notice.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { Person } from '../../../shared/components/person.tsx'
import { type Column, ListTable } from '../../../shared/components/table.tsx'
import { Tabs } from '../../../shared/components/tabs.tsx'
import { Time } from '../../../shared/components/time.tsx'
import { tell } from '../../../shared/components/toast.tsx'
import type { Invite } from '../../../shared/entities/content.ts'
import { formatNumber } from '../../../shared/format.ts'
import { plural, t } from '../../../shared/i18n.ts'
import type { Query } from '../../../shared/query.ts'
import { place } from '../../../shared/router.ts'
import { may } from '../../../shared/session.ts'
import { useList } from '../../../shared/use-resource.ts'
import { accountHref } from '../../parts/page-links.ts'
import './invites.css'
import { NewInvite } from './new-invite.tsx'

const PATH = '/api/rookery/v1/admin/invites'
const STATES: Readonly<Record<string, Query>> = {
  '': { available: true },
  expired: { expired: true },
}
const NOTHING: Readonly<Record<string, string>> = {
  '': t('Nobody can be invited with a link at the moment.'),
  expired: t('No invitation has ended yet.'),
  all: t('Nobody has made an invitation yet.'),
}

/** Everybody's invitations: who let whom in, and an end to it. */
export function Page() {
  const { state = '' } = place.value.query
  const list = useList<Invite>(PATH, STATES[state] ?? {})
  const endAll = async () => {
    const { count: ended } = await api.post<{ count: number }>(`${PATH}/deactivate_all`)
    tell(t('{ended} ended', { ended: plural(ended, '{n} invitation', '{n} invitations') }))
    await list.reload()
  }
  return (
    <>
      <PageHead
        title={t('Invitations')}
        lead={t(
          'Links with which people here let others in. Who may make them is part of the roles.',
        )}
        actions={
          <>
            {may('inviteUsers') && <NewInvite onMade={list.reload} />}
            <ActionButton
              question={{
                title: t('End all invitations?'),
                text: t(
                  'Every link that still works stops working at once, whoever made it. Who has come by one stays. People with the right to invite can make new ones.',
                ),
                confirm: t('End all invitations'),
                danger: true,
              }}
              run={endAll}
            >
              {t('End all…')}
            </ActionButton>
          </>
        }
      />
      <Tabs
        label={t('State of the invitations')}
        name="state"
        options={[
          ['', t('Available')],
          ['expired', t('Ended|an invitation')],
          ['all', t('All')],
        ]}
      />
      <ListTable
        list={list}
        caption={t('Invitations')}
        keyOf={({ id }) => id}
        empty={<p>{NOTHING[state] ?? NOTHING.all}</p>}
        columns={state === 'expired' ? ABOUT : [...ABOUT, decisions(list.reload)]}
      />
    </>
  )
}

const ABOUT: readonly Column<Invite>[] = [
  { title: t('By'), main: true, cell: (invite) => <Inviter invite={invite} /> },
  {
    title: t('Used'),
    cell: ({ uses, max_uses }) =>
      max_uses === null
        ? formatNumber(uses)
        : t('{uses} of {maxuses}', { uses: formatNumber(uses), maxuses: formatNumber(max_uses) }),
  },
  { title: t('Made'), secondary: true, cell: ({ created_at }) => <Time at={created_at} /> },
  {
    title: t('Ends'),
    cell: ({ valid, expires_at }) => {
      if (!valid) return <Badge>{t('Ended|an invitation')}</Badge>
      return expires_at === null ? t('Never|no end') : <Time at={expires_at} />
    },
  },
]

function decisions(reload: () => Promise<void>): Column<Invite> {
  return { title: t('Decision'), cell: (invite) => <End invite={invite} reload={reload} /> }
}

function Inviter({ invite: { account, code, comment, url, valid } }: { invite: Invite }) {
  return (
    <div class="invite">
      {account === null ? (
        <p class="muted">{t('Somebody who is gone')}</p>
      ) : (
        <Person account={account} href={accountHref(account.id)} />
      )}
      <p class="muted small">
        {valid ? <span class="mono">{url}</span> : <s class="mono">{code}</s>}
        {comment !== '' && <> · {comment}</>}
      </p>
    </div>
  )
}

function End({ invite, reload }: { invite: Invite; reload: () => Promise<void> }) {
  const { id, code, account, valid } = invite
  if (!valid) return null
  const whose = account === null ? '' : t(' by @{acct}', { acct: account.acct })
  return (
    <ActionButton
      small
      label={t('End invitation {code}{whose}', { code, whose })}
      question={{
        title: t('End this invitation?'),
        text: t('The link{whose} stops working at once. Who has come by it stays.', { whose }),
        confirm: t('End the invitation'),
        danger: true,
      }}
      done={t('The invitation has ended')}
      run={async () => {
        await api.delete(`${PATH}/${id}`)
        await reload()
      }}
    >
      {t('End…')}
    </ActionButton>
  )
}
