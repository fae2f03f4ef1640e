import { useSignal } from '@preact/signals'
import { api } from '../../../shared/api.ts'
import { Dialog } from '../../../shared/components/dialog.tsx'
import { Choices, Select, TextField } from '../../../shared/components/fields.tsx'
import { Form } from '../../../shared/components/form.tsx'
import type { IpBlock, IpSeverity } from '../../../shared/entities/blocks.ts'
import { t } from '../../../shared/i18n.ts'

export const ADDRESSES = '/api/v1/admin/ip_blocks'

const SEVERITIES: readonly { value: IpSeverity; title: string; hint: string }[] = [
  {
    value: 'sign_up_requires_approval',
    title: t('Sign-up needs approval'),
    hint: t('The staff lets in whoever signs up from there.'),
  },
  { value: 'sign_up_block', title: t('No sign-up'), hint: t('Nobody can sign up from there.') },
  {
    value: 'no_access',
    title: t('No access'),
    hint: t('Nothing is answered, not even to people who have an account here.'),
  },
]

/** seconds */
const DAY = 86_400
const KEEP = 'keep'
const NEVER = ''
const TERMS: readonly (readonly [string, string])[] = [
  [NEVER, t('Until somebody ends it')],
  [String(DAY), t('A day')],
  [String(7 * DAY), t('A week')],
  [String(30 * DAY), '30 days'],
  [String(182 * DAY), t('Half a year')],
  [String(365 * DAY), t('A year')],
]

interface IpFormProps {
  /** null: one that is not there yet */
  block: IpBlock | null
  onClose: () => void
  onDone: () => Promise<void>
}

export function IpForm({ block, onClose, onDone }: IpFormProps) {
  const ip = useSignal(block?.ip ?? '')
  const severity = useSignal<string>(block?.severity ?? 'sign_up_block')
  const comment = useSignal(block?.comment ?? '')
  const term = useSignal(block === null ? NEVER : KEEP)
  const save = async () => {
    const body = {
      ip: ip.value.trim(),
      severity: severity.value,
      comment: comment.value,
      ...(term.value === KEEP
        ? {}
        : { expires_in: term.value === NEVER ? null : Number(term.value) }),
    }
    await (block === null ? api.post(ADDRESSES, body) : api.put(`${ADDRESSES}/${block.id}`, body))
    await onDone()
    onClose()
  }
  return (
    <Dialog
      title={block === null ? t('Block an address') : t('Change the block')}
      onClose={onClose}
    >
      <Form
        submit={block === null ? t('Block') : t('Save')}
        onSubmit={save}
        onCancel={onClose}
        done={block === null ? t('The block is there') : t('Saved')}
      >
        <TextField
          label={t('IP address or network')}
          name="ip"
          required
          placeholder="192.0.2.0/24"
          value={ip}
        />
        <Choices legend={t('What it does')} value={severity} options={SEVERITIES} />
        <Select
          label={t('For how long')}
          name="expires_in"
          value={term}
          options={block === null ? TERMS : [[KEEP, t('As it is')], ...TERMS]}
        />
        <TextField
          label={t('Reason, for the staff')}
          name="comment"
          maxLength={5000}
          value={comment}
        />
      </Form>
    </Dialog>
  )
}
