import { LinkButton } from '../../../shared/components/button.tsx'
import { Loaded } from '../../../shared/components/loaded.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { displayName } from '../../../shared/components/person.tsx'
import { Tabs } from '../../../shared/components/tabs.tsx'
import type { AdminAccount } from '../../../shared/entities/admin.ts'
import { t } from '../../../shared/i18n.ts'
import { place } from '../../../shared/router.ts'
import { may } from '../../../shared/session.ts'
import { useGet } from '../../../shared/use-resource.ts'
import { AccountState } from '../../parts/account-state.tsx'
import { AccountActions } from './account-actions.tsx'
import { AccountDecisions } from './account-decisions.tsx'
import { AccountLog } from './account-log.tsx'
import { AccountPosts } from './account-posts.tsx'
import { AccountProfile } from './account-profile.tsx'
import { AccountMails, MailFailure } from './mails/account-mails.tsx'

/** One account: who it is, what they posted, what was decided; what can be done stands beside it. */
export function OneAccount({ id }: { id: string }) {
  const account = useGet<AdminAccount>(`/api/v1/admin/accounts/${id}`)
  const handle = account.data === null ? t('Account') : `@${account.data.account.acct}`
  return (
    <>
      <PageHead
        title={handle}
        heading={account.data && <Heading account={account.data} />}
        lead={account.data && <AccountState of={account.data} />}
        up={{ href: '/admin/accounts', title: t('Accounts') }}
        actions={
          account.data !== null && (
            <>
              {may('manageReports') && (
                <LinkButton href={`/admin/reports?state=all&target_account_id=${id}`}>
                  {t('Reports about them')}
                </LinkButton>
              )}
              <a
                class="button secondary"
                href={account.data.account.url}
                target="_blank"
                rel="noopener noreferrer"
              >
                {t('Profile')}
              </a>
            </>
          )
        }
      />
      <Loaded from={account}>
        {(found) => (
          <div class="split">
            <div class="split-rest">
              <Tabs
                label={t('About the account')}
                name="tab"
                options={tabs(found.domain === null)}
              />
              {found.domain === null && found.email !== null && <MailFailure id={id} />}
              <Tab account={found} />
            </div>
            <AccountActions account={found} onChange={account.set} reload={account.reload} />
          </div>
        )}
      </Loaded>
    </>
  )
}

function tabs(isLocal: boolean): [string, string][] {
  return [
    ['', t('Profile')],
    ['posts', t('Posts')],
    ['decisions', t('Decisions')],
    ...(isLocal ? [['mails', t('Mails')] as [string, string]] : []),
    ...(may('viewAuditLog') ? [['log', t('Log')] as [string, string]] : []),
  ]
}

function Tab({ account }: { account: AdminAccount }) {
  const { tab } = place.value.query
  if (tab === 'posts') return <AccountPosts account={account} />
  if (tab === 'decisions') return <AccountDecisions id={account.id} />
  if (tab === 'mails') return <AccountMails id={account.id} />
  if (tab === 'log') return <AccountLog id={account.id} />
  return <AccountProfile account={account} />
}

function Heading({ account: { account } }: { account: AdminAccount }) {
  return (
    <span class="account-heading">
      <img src={account.avatar_static} alt="" width="48" height="48" />
      <span>
        <bdi>{displayName(account)}</bdi> <bdi class="person-handle">@{account.acct}</bdi>
      </span>
    </span>
  )
}
