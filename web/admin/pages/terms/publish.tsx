import { useSignal } from '@preact/signals'
import { api } from '../../../shared/api.ts'
import { Dialog } from '../../../shared/components/dialog.tsx'
import { Checkbox, TextArea, TextField } from '../../../shared/components/fields.tsx'
import { Form } from '../../../shared/components/form.tsx'
import { t } from '../../../shared/i18n.ts'

interface PublishProps {
  /** HTML of the version that is in force, to begin with */
  before: string
  onClose: () => void
  onDone: () => Promise<void>
}

export function Publish({ before, onClose, onDone }: PublishProps) {
  const content = useSignal(before)
  const day = useSignal('')
  const notify = useSignal(false)
  const send = async () => {
    await api.post('/api/rookery/v1/admin/terms_of_service', {
      content: content.value,
      effective_date: day.value === '' ? null : day.value,
      notify: notify.value,
    })
    await onDone()
    onClose()
  }
  return (
    <Dialog wide title={t('A new version')} onClose={onClose}>
      <Form submit={t('Publish it')} onSubmit={send} onCancel={onClose} done={t('Published')}>
        <TextArea
          label={t('Text, as HTML')}
          name="content"
          required
          mono
          rows={14}
          value={content}
        />
        <TextField
          label={t('In force from')}
          name="effective_date"
          type="date"
          value={day}
          hint={t('Empty: from today.')}
        />
        <Checkbox
          label={t('Tell everybody by mail')}
          value={notify}
          hint={t('One mail to each person who has an account here.')}
        />
      </Form>
    </Dialog>
  )
}
