import { useSignal } from '@preact/signals'
import { api } from '../../../shared/api.ts'
import { ActionButton } from '../../../shared/components/action-button.tsx'
import { Button } from '../../../shared/components/button.tsx'
import { Card } from '../../../shared/components/card.tsx'
import type { Question } from '../../../shared/components/dialog.tsx'
import type { AdminAccount } from '../../../shared/entities/admin.ts'
import { t } from '../../../shared/i18n.ts'
import { go, setQuery } from '../../../shared/router.ts'
import { may } from '../../../shared/session.ts'
import { refreshOverview } from '../../overview.ts'
import { TakeAction } from '../../parts/take-action.tsx'
import { ChangeEmail } from './change-email.tsx'
import { ChangeRole } from './change-role.tsx'
import { WriteMail } from './mails/write-mail.tsx'
import { offeredSteps, type Step } from './steps.ts'

interface AccountActionsProps {
  account: AdminAccount
  onChange: (account: AdminAccount) => void
  reload: () => Promise<void>
}

/** Moderation actions for an account, the most frequent first. */
export function AccountActions({ account, onChange, reload }: AccountActionsProps) {
  const window = useSignal<'action' | 'role' | 'email' | 'mail' | null>(null)
  const open = (wanted: 'action' | 'role' | 'email' | 'mail') => {
    window.value = wanted
  }
  const close = () => {
    window.value = null
  }
  const isWaiting = account.approved === false
  return (
    <div class="split-side">
      {isWaiting && <Asking account={account} onChange={onChange} />}
      <Card title={t('Decide')}>
        <div class="stack">
          {!isWaiting && (
            <Button kind="primary" onClick={() => open('action')}>
              {t('Act on the account…')}
            </Button>
          )}
          {account.email !== null && (
            <Button onClick={() => open('mail')}>{t('Write a mail…')}</Button>
          )}
          <Steps account={account} onChange={onChange} group="decision" />
          <Erase account={account} reload={reload} />
        </div>
      </Card>
      <OtherActions account={account} onChange={onChange} open={open} />
      {window.value === 'action' && (
        <TakeAction account={account} onClose={close} onDone={reload} />
      )}
      {window.value === 'mail' && (
        <WriteMail account={account} onClose={close} onDone={() => setQuery({ tab: 'mails' })} />
      )}
      {window.value === 'role' && (
        <ChangeRole account={account} onClose={close} onDone={onChange} />
      )}
      {window.value === 'email' && (
        <ChangeEmail account={account} onClose={close} onDone={onChange} />
      )}
    </div>
  )
}

interface OtherActionsProps extends Omit<AccountActionsProps, 'reload'> {
  open: (window: 'role' | 'email') => void
}

function OtherActions({ account, onChange, open }: OtherActionsProps) {
  const isLocal = account.domain === null
  return (
    <details class="card care">
      <summary>{t('Other actions')}</summary>
      <div class="stack">
        {isLocal && may('manageRoles') && (
          <Button onClick={() => open('role')}>{t('Change the role…')}</Button>
        )}
        {isLocal && may('manageUserAccess') && (
          <Button onClick={() => open('email')}>{t('Change the e-mail address…')}</Button>
        )}
        <Steps account={account} onChange={onChange} group="care" />
      </div>
    </details>
  )
}

interface StepsProps extends Omit<AccountActionsProps, 'reload'> {
  group: Step['group']
}

function Steps({ account, onChange, group }: StepsProps) {
  return (
    <>
      {offeredSteps(account, group).map((step) => (
        <ActionButton
          key={step.title}
          kind="secondary"
          question={step.question}
          done={step.done}
          run={async () => onChange(await api.post<AdminAccount>(step.path(account.id)))}
        >
          {step.title}
        </ActionButton>
      ))}
    </>
  )
}

function Asking({ account, onChange }: Omit<AccountActionsProps, 'reload'>) {
  const path = `/api/v1/admin/accounts/${account.id}`
  const away: Question = {
    title: t('Turn @{username} away?', { username: account.username }),
    text: t('What they entered is deleted at once, and they get a mail. They may ask again.'),
    confirm: t('Turn away'),
    danger: true,
  }
  return (
    <Card title={t('Asks to join')}>
      <div class="stack">
        <ActionButton
          kind="primary"
          done={t('@{username} is in', { username: account.username })}
          run={async () => {
            onChange(await api.post<AdminAccount>(`${path}/approve`))
            void refreshOverview()
          }}
        >
          {t('Let in')}
        </ActionButton>
        <ActionButton
          question={away}
          run={async () => {
            await api.post(`${path}/reject`)
            void refreshOverview()
            go('/admin/accounts/waiting')
          }}
        >
          {t('Turn away')}
        </ActionButton>
      </div>
    </Card>
  )
}

/** Only what is suspended can be erased before its time. */
function Erase({ account, reload }: Pick<AccountActionsProps, 'account' | 'reload'>) {
  if (!account.suspended || !may('deleteUserData')) return null
  return (
    <ActionButton
      question={{
        title: t('Erase everything of @{acct}?', { acct: account.account.acct }),
        text: t(
          'Posts, media, follows and settings are erased now, and cannot be brought back. The name stays taken.',
        ),
        confirm: t('Erase it'),
        danger: true,
      }}
      done={t('Being erased')}
      run={async () => {
        await api.delete(`/api/v1/admin/accounts/${account.id}`)
        await reload()
      }}
    >
      {t('Erase the data now')}
    </ActionButton>
  )
}
