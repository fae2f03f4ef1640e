import { Card, Facts } from '../../../shared/components/card.tsx'
import { Html } from '../../../shared/components/html.tsx'
import { Badge } from '../../../shared/components/notice.tsx'
import { withEmojis } from '../../../shared/components/person.tsx'
import { Time } from '../../../shared/components/time.tsx'
import type { AdminAccount } from '../../../shared/entities/admin.ts'
import { formatDate, formatNumber } from '../../../shared/format.ts'
import { t } from '../../../shared/i18n.ts'
import { Notes } from '../../parts/notes.tsx'

/** The account's data: first the private data that only the staff sees, then the public profile. */
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
    <Card title={t('The person')}>
      <Facts
        facts={[
          [
            t('E-mail address'),
            <span key="email">
              {email} {confirmed === false && <Badge tone="warning">{t('Not confirmed')}</Badge>}
            </span>,
          ],
          [t('Role'), role?.name],
          [t('Joined'), <Time key="joined" at={account.created_at} />],
          [t('Why'), invite_request && <p class="quoted">{invite_request}</p>],
          [
            t('Invited by'),
            invited_by_account_id !== undefined && (
              <a href={`/admin/accounts/${invited_by_account_id}`}>{t('Somebody here')}</a>
            ),
          ],
          [
            t('Invited'),
            <a key="invited" href={`/admin/accounts?invited_by=${account.id}`}>
              {t('People whom they invited')}
            </a>,
          ],
          [t('Language'), locale],
          [t('IP addresses'), ips !== null && ips.length > 0 && <Addresses ips={ips} />],
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
          <a href={`/admin/accounts?ip=${encodeURIComponent(ip)}`} title={t('Who else was there')}>
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
    <Card title={t('The profile')}>
      {account.note !== '' && <Html html={account.note} emojis={account.emojis} />}
      <div class="gap" />
      <Facts
        facts={[
          ...account.fields.map(
            ({ name, value }) =>
              [
                withEmojis(name, account.emojis),
                <Html key={name} html={value} emojis={account.emojis} />,
              ] as const,
          ),
          [t('Server'), domain],
          [t('Since'), formatDate(account.created_at)],
          [t('Last post'), account.last_status_at && formatDate(account.last_status_at)],
          [t('Posts'), formatNumber(account.statuses_count)],
          [t('Followers'), formatNumber(account.followers_count)],
          [t('Follows|how many accounts'), formatNumber(account.following_count)],
        ]}
      />
    </Card>
  )
}
