import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { api } from '../../shared/api.ts'
import { Dialog } from '../../shared/components/dialog.tsx'
import { Checkbox, Choices, TextArea } from '../../shared/components/fields.tsx'
import { Form } from '../../shared/components/form.tsx'
import type { AdminAccount } from '../../shared/entities/admin.ts'
import { t } from '../../shared/i18n.ts'
import { refreshOverview } from '../overview.ts'
import { PresetSelect } from './preset-select.tsx'

type ActionType = 'none' | 'sensitive' | 'disable' | 'silence' | 'suspend'

const ACTIONS: readonly { value: ActionType; title: string; hint: string; local?: boolean }[] = [
  {
    value: 'none',
    title: t('Warn'),
    hint: t('Nothing changes but that your text is sent.'),
    local: true,
  },
  {
    value: 'sensitive',
    title: t('Always sensitive'),
    hint: t('All their media are hidden until somebody wants to see them.'),
  },
  {
    value: 'disable',
    title: t('Freeze'),
    hint: t('They cannot sign in; what they posted stays. Undone with a press.'),
    local: true,
  },
  {
    value: 'silence',
    title: t('Limit'),
    hint: t('Only followers see their posts and hear of them. Undone with a press.'),
  },
  {
    value: 'suspend',
    title: t('Suspend'),
    hint: t('Everything of theirs is hidden at once, and erased after 30 days unless you undo it.'),
  },
]

const CONFIRM: Readonly<Record<ActionType, string>> = {
  none: t('Send the warning'),
  sensitive: t('Mark as sensitive'),
  disable: t('Freeze the account'),
  silence: t('Limit the account'),
  suspend: t('Suspend the account'),
}

interface TakeActionProps {
  account: AdminAccount
  /** the report that is answered by this */
  reportId?: string
  onClose: () => void
  onDone: () => Promise<void>
}

/** The window in which something is decided about an account. */
export function TakeAction({ account, reportId, onClose, onDone }: TakeActionProps) {
  const isLocal = account.domain === null
  const offered = ACTIONS.filter(({ local }) => isLocal || local !== true)
  const type = useSignal<string>(offered[0]?.value ?? 'silence')
  const text = useSignal('')
  const mail = useSignal(true)
  const preset = useSignal('')
  const chosen = type.value as ActionType
  // a suspension is the end of a matter, so the text may still be missing when one wants it quick
  const lacksText = chosen === 'none' && text.value.trim() === '' && preset.value === ''
  useEffect(() => {
    if (!isLocal) mail.value = false
  }, [isLocal, mail])
  const send = async () => {
    await api.post(`/api/v1/admin/accounts/${account.id}/action`, {
      type: chosen,
      text: text.value,
      send_email_notification: mail.value,
      ...(preset.value === '' ? {} : { warning_preset_id: preset.value }),
      ...(reportId === undefined ? {} : { report_id: reportId }),
    })
    void refreshOverview()
    await onDone()
    onClose()
  }
  return (
    <Dialog title={t('Decide about @{acct}', { acct: account.account.acct })} onClose={onClose}>
      <Form
        submit={CONFIRM[chosen]}
        danger={chosen === 'suspend'}
        disabled={lacksText}
        onSubmit={send}
        onCancel={onClose}
        done={t('Decided')}
      >
        <Choices legend={t('What to do')} value={type} options={offered} />
        <PresetSelect value={preset} />
        <TextArea
          label={isLocal ? t('Text for them') : t('Why')}
          name="text"
          rows={3}
          hint={
            isLocal ? t('They read it together with the decision.') : t('Only the staff reads it.')
          }
          value={text}
          maxLength={2000}
        />
        {isLocal && <Checkbox label={t('Send it by e-mail too')} value={mail} />}
        <p class="muted small">
          {chosen === 'none' && reportId === undefined
            ? t('Open reports about them stay open.')
            : t('Open reports about them are resolved by this.')}
        </p>
      </Form>
    </Dialog>
  )
}
