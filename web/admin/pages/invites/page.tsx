import { api, type Query } from '../../../shared/api.ts'
import { ActionButton } from '../../../shared/components/button.tsx'
import { Badge } from '../../../shared/components/notice.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { Person } from '../../../shared/components/person.tsx'
import { type Column, ListTable } from '../../../shared/components/table.tsx'
import { Tabs } from '../../../shared/components/tabs.tsx'
import { Time } from '../../../shared/components/time.tsx'
import { tell } from '../../../shared/components/toast.tsx'
import type { Invite } from '../../../shared/entities/content.ts'
import { count, formatNumber } from '../../../shared/format.ts'
import { useList } from '../../../shared/resource.ts'
import { place } from '../../../shared/router.ts'
import { accountHref } from '../../parts/places.ts'
import './invites.css'

const PATH = '/api/rookery/v1/admin/invites'
const STATES: Readonly<Record<string, Query>> = {
  '': { available: true },
  expired: { expired: true },
}
const NOTHING: Readonly<Record<string, string>> = {
  '': 'Nobody can be invited with a link at the moment.',
  expired: 'No invitation has ended yet.',
  all: 'Nobody has made an invitation yet.',
}

/** Everybody's invitations: who let whom in, and an end to it. */
export function Page() {
  const { state = '' } = place.value.query
  const list = useList<Invite>(PATH, STATES[state] ?? {})
  const endAll = async () => {
    const { count: ended } = await api.post<{ count: number }>(`${PATH}/deactivate_all`)
    tell(`${count(ended, 'invitation')} ended`)
    await list.reload()
  }
  return (
    <>
      <PageHead
        title="Invitations"
        lead="Links with which people here let others in. Who may make them is part of the roles."
        actions={
          <ActionButton
            question={{
              title: 'End all invitations?',
              text: 'Every link that still works stops working at once, whoever made it. Who has come by one stays. People with the right to invite can make new ones.',
              confirm: 'End all invitations',
              danger: true,
            }}
            run={endAll}
          >
            End all…
          </ActionButton>
        }
      />
      <Tabs
        label="State of the invitations"
        name="state"
        options={[
          ['', 'Available'],
          ['expired', 'Ended'],
          ['all', 'All'],
        ]}
      />
      <ListTable
        list={list}
        caption="Invitations"
        keyOf={({ id }) => id}
        empty={<p>{NOTHING[state] ?? NOTHING.all}</p>}
        columns={state === 'expired' ? ABOUT : [...ABOUT, decisions(list.reload)]}
      />
    </>
  )
}

const ABOUT: readonly Column<Invite>[] = [
  { title: 'By', main: true, cell: (invite) => <Inviter invite={invite} /> },
  {
    title: 'Used',
    cell: ({ uses, max_uses }) =>
      max_uses === null ? formatNumber(uses) : `${formatNumber(uses)} of ${formatNumber(max_uses)}`,
  },
  { title: 'Made', secondary: true, cell: ({ created_at }) => <Time at={created_at} /> },
  {
    title: 'Ends',
    cell: ({ valid, expires_at }) => {
      if (!valid) return <Badge>Ended</Badge>
      return expires_at === null ? 'Never' : <Time at={expires_at} />
    },
  },
]

function decisions(reload: () => Promise<void>): Column<Invite> {
  return { title: 'Decision', cell: (invite) => <End invite={invite} reload={reload} /> }
}

function Inviter({ invite: { account, code, comment, url, valid } }: { invite: Invite }) {
  return (
    <div class="invite">
      {account === null ? (
        <p class="muted">Somebody who is gone</p>
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
  const whose = account === null ? '' : ` by @${account.acct}`
  return (
    <ActionButton
      small
      label={`End invitation ${code}${whose}`}
      question={{
        title: 'End this invitation?',
        text: `The link${whose} stops working at once. Who has come by it stays.`,
        confirm: 'End the invitation',
        danger: true,
      }}
      done="The invitation has ended"
      run={async () => {
        await api.delete(`${PATH}/${id}`)
        await reload()
      }}
    >
      End…
    </ActionButton>
  )
}
