import { useSignal } from '@preact/signals'
import { api } from '../../../shared/api.ts'
import { Dialog } from '../../../shared/components/dialog.tsx'
import { TextField } from '../../../shared/components/fields.tsx'
import { Form } from '../../../shared/components/form.tsx'
import type { AdminAccount } from '../../../shared/entities/admin.ts'
import { t } from '../../../shared/i18n.ts'

interface ChangeProps {
  account: AdminAccount
  onClose: () => void
  onDone: (account: AdminAccount) => void
}

export function ChangeEmail({ account, onClose, onDone }: ChangeProps) {
  const email = useSignal(account.email ?? '')
  const save = async () => {
    const path = `/api/rookery/v1/admin/accounts/${account.id}/change_email`
    onDone(await api.post<AdminAccount>(path, { email: email.value }))
    onClose()
  }
  return (
    <Dialog
      title={t('E-mail address of @{username}', { username: account.username })}
      onClose={onClose}
    >
      <Form
        submit={t('Change the address')}
        disabled={email.value === account.email}
        onSubmit={save}
        onCancel={onClose}
        done={t('The address is changed')}
      >
        <TextField
          label={t('New address')}
          name="email"
          type="email"
          required
          value={email}
          hint={t(
            'Where mails must be confirmed, the old address stays until the link in the new mailbox is followed.',
          )}
        />
      </Form>
    </Dialog>
  )
}
