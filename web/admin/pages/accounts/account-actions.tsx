import { useSignal } from '@preact/signals'
import { api } from '../../../shared/api.ts'
import { ActionButton, Button } from '../../../shared/components/button.tsx'
import { Card } from '../../../shared/components/card.tsx'
import type { Question } from '../../../shared/components/dialog.tsx'
import type { AdminAccount } from '../../../shared/entities/admin.ts'
import { go } from '../../../shared/router.ts'
import { may } from '../../../shared/session.ts'
import { refreshOverview } from '../../overview.ts'
import { TakeAction } from '../../parts/take-action.tsx'
import { ChangeEmail } from './change-email.tsx'
import { ChangeRole } from './change-role.tsx'
import { offeredSteps, type Step } from './steps.ts'

interface AccountActionsProps {
  account: AdminAccount
  onChange: (account: AdminAccount) => void
  reload: () => Promise<void>
}

/** What can be done to an account, in the order of how often it is. */
export function AccountActions({ account, onChange, reload }: AccountActionsProps) {
  const window = useSignal<'action' | 'role' | 'email' | null>(null)
  const close = () => {
    window.value = null
  }
  const isLocal = account.domain === null
  const isWaiting = account.approved === false
  return (
    <div class="split-side">
      {isWaiting && <Asking account={account} onChange={onChange} />}
      <Card title="Decide">
        <div class="stack">
          {!isWaiting && (
            <Button
              kind="primary"
              onClick={() => {
                window.value = 'action'
              }}
            >
              Act on the account…
            </Button>
          )}
          <Steps account={account} onChange={onChange} group="decision" />
          <Erase account={account} reload={reload} />
        </div>
      </Card>
      <details class="card care">
        <summary>Other actions</summary>
        <div class="stack">
          {isLocal && may('manageRoles') && (
            <Button
              onClick={() => {
                window.value = 'role'
              }}
            >
              Change the role…
            </Button>
          )}
          {isLocal && may('manageUserAccess') && (
            <Button
              onClick={() => {
                window.value = 'email'
              }}
            >
              Change the e-mail address…
            </Button>
          )}
          <Steps account={account} onChange={onChange} group="care" />
        </div>
      </details>
      {window.value === 'action' && (
        <TakeAction account={account} onClose={close} onDone={reload} />
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
    title: `Turn @${account.username} away?`,
    text: 'What they entered is deleted at once, and they get a mail. They may ask again.',
    confirm: 'Turn away',
    danger: true,
  }
  return (
    <Card title="Asks to join">
      <div class="stack">
        <ActionButton
          kind="primary"
          done={`@${account.username} is in`}
          run={async () => {
            onChange(await api.post<AdminAccount>(`${path}/approve`))
            void refreshOverview()
          }}
        >
          Let in
        </ActionButton>
        <ActionButton
          question={away}
          run={async () => {
            await api.post(`${path}/reject`)
            void refreshOverview()
            go('/admin/accounts/waiting')
          }}
        >
          Turn away
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
        title: `Erase everything of @${account.account.acct}?`,
        text: 'Posts, media, follows and settings are erased now, and cannot be brought back. The name stays taken.',
        confirm: 'Erase it',
        danger: true,
      }}
      done="Being erased"
      run={async () => {
        await api.delete(`/api/v1/admin/accounts/${account.id}`)
        await reload()
      }}
    >
      Erase the data now
    </ActionButton>
  )
}
