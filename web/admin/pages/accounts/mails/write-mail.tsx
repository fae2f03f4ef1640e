import { useSignal } from '@preact/signals'
import { api } from '../../../../shared/api.ts'
import { Dialog } from '../../../../shared/components/dialog.tsx'
import { Form } from '../../../../shared/components/form.tsx'
import type { AdminAccount } from '../../../../shared/entities/admin.ts'
import { t } from '../../../../shared/i18n.ts'
import { LetterFields } from './letter-fields.tsx'

interface WriteMailProps {
  account: AdminAccount
  onClose: () => void
  onDone: () => void
}

/** The window in which a mail to a person is written. */
export function WriteMail({ account, onClose, onDone }: WriteMailProps) {
  const subject = useSignal('')
  const text = useSignal('')
  const send = async () => {
    const letter = { subject: subject.value, text: text.value }
    await api.post(`/api/rookery/v1/admin/accounts/${account.id}/mails`, letter)
    onDone()
    onClose()
  }
  return (
    <Dialog title={t('Mail to @{username}', { username: account.username })} onClose={onClose}>
      <Form
        submit={t('Send the mail')}
        disabled={subject.value.trim() === '' || text.value.trim() === ''}
        onSubmit={send}
        onCancel={onClose}
        done={t('The mail is on its way')}
      >
        <LetterFields subject={subject} text={text} reader={account} />
      </Form>
    </Dialog>
  )
}
