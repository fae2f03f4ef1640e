import { api } from '../../shared/api.ts'
import { ActionButton } from '../../shared/components/action-button.tsx'
import { Button } from '../../shared/components/button.tsx'
import { Notice } from '../../shared/components/notice.tsx'
import { Time } from '../../shared/components/time.tsx'
import type { Account, Relationship } from '../../shared/entities/api.ts'
import { t } from '../../shared/i18n.ts'
import { rich } from '../../shared/rich.ts'
import { AccountRow } from '../people/account-row.tsx'
import { domainOf } from '../people/domain.ts'
import { FollowButton } from '../people/follow-button.tsx'
import { act, takeAnswer } from '../people/relationships.ts'
import { unblockDomain } from './unblock-domain.ts'

interface ProfileNoticesProps {
  account: Account
  relationship: Relationship | null
}

/** Notices above a profile: moved, in memoriam, muted or blocked, each with a way to undo or continue. */
export function ProfileNotices({ account, relationship }: ProfileNoticesProps) {
  return (
    <>
      {account.moved && <Moved account={account} to={account.moved} />}
      {account.memorial && (
        <Notice>
          <p>{t('This account is kept in memory of its owner.')}</p>
        </Notice>
      )}
      {relationship?.requested_by && <Request account={account} />}
      {relationship?.muting && <Muted account={account} until={relationship.muting_expires_at} />}
      {relationship?.blocking && <Blocking account={account} />}
      {relationship?.domain_blocking && <DomainBlocking account={account} />}
      {relationship?.blocked_by && (
        <Notice tone="warning">
          <p>{t('@{acct} has blocked you: you cannot see their posts.', { acct: account.acct })}</p>
        </Notice>
      )}
    </>
  )
}

function Moved({ account, to }: { account: Account; to: Account }) {
  return (
    <section class="profile-moved" aria-label={t('Moved')}>
      <p>{t('@{acct} has moved and is now here:', { acct: account.acct })}</p>
      <AccountRow account={to} actions={<FollowButton account={to} />} />
    </section>
  )
}

function Request({ account }: { account: Account }) {
  const { acct, id } = account
  const answer = async (verb: 'authorize' | 'reject') => {
    takeAnswer(await api.post<Relationship>(`/api/v1/follow_requests/${id}/${verb}`))
  }
  return (
    <Notice>
      <p>{t('@{acct} asks to follow you.', { acct })}</p>
      <div class="buttons">
        <ActionButton small kind="primary" run={() => answer('authorize')}>
          {t('Accept')}
        </ActionButton>
        <ActionButton small run={() => answer('reject')}>
          {t('Reject')}
        </ActionButton>
      </div>
    </Notice>
  )
}

function Muted({ account, until }: { account: Account; until: string | null }) {
  return (
    <Notice>
      <p>
        {until === null
          ? t('You muted @{acct}.', { acct: account.acct })
          : rich('You muted them. It ends {time}.', { time: <Time at={until} /> })}
      </p>
      <Button
        small
        onClick={() => void act(account.id, { verb: 'unmute', expected: { muting: false } })}
      >
        {t('Unmute')}
      </Button>
    </Notice>
  )
}

function Blocking({ account }: { account: Account }) {
  return (
    <Notice tone="warning">
      <p>{t('You blocked @{acct}.', { acct: account.acct })}</p>
      <Button
        small
        onClick={() => void act(account.id, { verb: 'unblock', expected: { blocking: false } })}
      >
        {t('Unblock')}
      </Button>
    </Notice>
  )
}

function DomainBlocking({ account }: { account: Account }) {
  const domain = domainOf(account) ?? ''
  return (
    <Notice tone="warning">
      <p>{t('You blocked all of {domain}.', { domain })}</p>
      <ActionButton small run={() => unblockDomain(account, domain)}>
        {t('Unblock {domain}', { domain })}
      </ActionButton>
    </Notice>
  )
}
