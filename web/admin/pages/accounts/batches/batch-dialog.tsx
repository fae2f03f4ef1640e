import { type Signal, useSignal } from '@preact/signals'
import { Dialog } from '../../../../shared/components/dialog.tsx'
import { Checkbox, Select, TextArea } from '../../../../shared/components/fields.tsx'
import { Form } from '../../../../shared/components/form.tsx'
import type { AdminAccount, BatchAction } from '../../../../shared/entities/admin.ts'
import { plural, t } from '../../../../shared/i18n.ts'
import { PresetSelect } from '../../../parts/preset-select.tsx'
import { LetterFields } from '../mails/letter-fields.tsx'
import { BATCH_WORDS, offeredActions } from './actions.ts'
import { startBatch } from './start.ts'

/** The accounts that are acted upon. */
export interface Crowd {
  ids: readonly string[]
  /** how many of them live here */
  local: number
}

interface BatchDialogProps {
  crowd: Crowd
  /** of all of them, as the list is filtered */
  state: string | undefined
  /** one of them who lives here: a mail is shown as they would get it */
  first: AdminAccount | undefined
  onClose: () => void
}

/** Asks what to do to many accounts, and says to how many of what. */
export function BatchDialog({ crowd, state, first, onClose }: BatchDialogProps) {
  const offered = offeredActions(state)
  const action = useSignal<string>(offered[0] ?? 'suspend')
  const subject = useSignal('')
  const text = useSignal('')
  const preset = useSignal('')
  const mail = useSignal(true)
  const chosen = action.value as BatchAction
  const { confirm, danger = false, hasText = false, hint } = BATCH_WORDS[chosen]
  const isMail = chosen === 'mail'
  const n = isMail ? crowd.local : crowd.ids.length
  const lacksText = chosen === 'none' && text.value.trim() === '' && preset.value === ''
  const send = () =>
    startBatch({
      action: chosen,
      ids: crowd.ids,
      text: text.value,
      ...(isMail ? { subject: subject.value } : {}),
      ...(preset.value === '' || !hasText ? {} : { warning_preset_id: preset.value }),
      send_email_notification: mail.value,
    })
  return (
    <Dialog
      title={plural(crowd.ids.length, 'Act on {n} account', 'Act on {n} accounts')}
      onClose={onClose}
    >
      <Form
        submit={confirm(n)}
        danger={danger}
        disabled={n === 0 || lacksText}
        onSubmit={send}
        onCancel={onClose}
      >
        <p>{whoThey(crowd)}</p>
        <Select
          label={t('What to do')}
          value={action}
          options={offered.map((one) => [one, BATCH_WORDS[one].title] as const)}
          {...(hint === undefined ? {} : { hint })}
        />
        {isMail && <LetterFields subject={subject} text={text} reader={first} />}
        {hasText && <DecisionText preset={preset} text={text} mail={mail} />}
        <p class="muted small">
          {t(
            'Each is done by itself. Staff whose role is not below yours are left alone, and what cannot be done is listed.',
          )}
        </p>
      </Form>
    </Dialog>
  )
}

interface DecisionTextProps {
  preset: Signal<string>
  text: Signal<string>
  mail: Signal<boolean>
}

function DecisionText({ preset, text, mail }: DecisionTextProps) {
  return (
    <>
      <PresetSelect value={preset} />
      <TextArea
        label={t('Text for them')}
        name="text"
        rows={3}
        hint={t('People of this server read it together with the decision.')}
        value={text}
        maxLength={2000}
      />
      <Checkbox label={t('Send it by e-mail too')} value={mail} />
    </>
  )
}

function whoThey({ ids, local }: Crowd): string {
  const others = ids.length - local
  if (others === 0) {
    return plural(local, '{n} person of this server.', '{n} people of this server.')
  }
  if (local === 0) {
    return plural(others, '{n} account of another server.', '{n} accounts of other servers.')
  }
  return t('{here}, {there}.', {
    here: plural(local, '{n} person of this server', '{n} people of this server'),
    there: plural(others, '{n} account of another server', '{n} accounts of other servers'),
  })
}
