import { Card, Facts } from '../../../shared/components/card.tsx'
import { Html } from '../../../shared/components/html.tsx'
import { Badge } from '../../../shared/components/notice.tsx'
import { Time } from '../../../shared/components/time.tsx'
import type { AdminAccount } from '../../../shared/entities/admin.ts'
import { formatDate, formatNumber } from '../../../shared/format.ts'
import { Notes } from '../../parts/notes.tsx'

/** Who it is: what the staff alone sees first, then what everybody does. */
export function AccountProfile({ account }: { account: AdminAccount }) {
  return (
    <>
      {account.domain === null && <Person account={account} />}
      <Public account={account} />
      <Notes path={`/api/rookery/v1/admin/accounts/${account.id}/notes`} />
    </>
  )
}

function Person({ account }: { account: AdminAccount }) {
  const { email, confirmed, role, invite_request, ips, locale, invited_by_account_id } = account
  return (
    <Card title="The person">
      <Facts
        facts={[
          [
            'E-mail',
            <span key="email">
              {email} {confirmed === false && <Badge tone="warning">Not confirmed</Badge>}
            </span>,
          ],
          ['Role', role?.name],
          ['Joined', <Time key="joined" at={account.created_at} />],
          ['Why', invite_request && <p class="quoted">{invite_request}</p>],
          [
            'Invited by',
            invited_by_account_id !== undefined && (
              <a href={`/admin/accounts/${invited_by_account_id}`}>Somebody here</a>
            ),
          ],
          [
            'Invited',
            <a key="invited" href={`/admin/accounts?invited_by=${account.id}`}>
              People whom they invited
            </a>,
          ],
          ['Language', locale],
          ['IP addresses', ips !== null && ips.length > 0 && <Addresses ips={ips} />],
        ]}
      />
    </Card>
  )
}

function Addresses({ ips }: { ips: { ip: string; used_at: string }[] }) {
  return (
    <ul class="bare-list">
      {ips.map(({ ip, used_at }) => (
        <li key={`${ip} ${used_at}`}>
          <a href={`/admin/accounts?ip=${encodeURIComponent(ip)}`} title="Who else was there">
            {ip}
          </a>{' '}
          <span class="muted small">
            <Time at={used_at} />
          </span>
        </li>
      ))}
    </ul>
  )
}

function Public({ account: { account, domain } }: { account: AdminAccount }) {
  return (
    <Card title="The profile">
      {account.note !== '' && <Html html={account.note} />}
      <div class="gap" />
      <Facts
        facts={[
          ...account.fields.map(
            ({ name, value }) => [name, <Html key={name} html={value} />] as const,
          ),
          ['Server', domain],
          ['Since', formatDate(account.created_at)],
          ['Last post', account.last_status_at && formatDate(account.last_status_at)],
          ['Posts', formatNumber(account.statuses_count)],
          ['Followers', formatNumber(account.followers_count)],
          ['Follows', formatNumber(account.following_count)],
        ]}
      />
    </Card>
  )
}
