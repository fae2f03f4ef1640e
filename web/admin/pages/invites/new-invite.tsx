import { useSignal } from '@preact/signals'
import { api } from '../../../shared/api.ts'
import { Button } from '../../../shared/components/button.tsx'
import { Dialog } from '../../../shared/components/dialog.tsx'
import { Checkbox, Select, TextField } from '../../../shared/components/fields.tsx'
import { Form } from '../../../shared/components/form.tsx'
import { tell, tellProblem } from '../../../shared/components/toast.tsx'
import type { Invite } from '../../../shared/entities/content.ts'
import { t } from '../../../shared/i18n.ts'

const USES = ['1', '5', '10', '25', '50', '100'] as const
const TIMES = [
  ['1800', '30 minutes'],
  ['3600', '1 hour'],
  ['21600', '6 hours'],
  ['43200', '12 hours'],
  ['86400', '1 day'],
  ['604800', '1 week'],
  ['', t('For ever')],
] as const

/** Makes an invitation of one's own, and shows its link. */
export function NewInvite({ onMade }: { onMade: () => Promise<void> }) {
  const window = useSignal<'form' | Invite | null>(null)
  const close = () => {
    window.value = null
  }
  const shown = window.value
  return (
    <>
      <Button
        kind="primary"
        onClick={() => {
          window.value = 'form'
        }}
      >
        {t('Make an invitation')}
      </Button>
      {shown === 'form' && (
        <InviteForm
          onClose={close}
          onMade={async (invite) => {
            window.value = invite
            await onMade()
          }}
        />
      )}
      {shown !== null && shown !== 'form' && <Made invite={shown} onClose={close} />}
    </>
  )
}

interface InviteFormProps {
  onMade: (invite: Invite) => Promise<void>
  onClose: () => void
}

function InviteForm({ onMade, onClose }: InviteFormProps) {
  const maxUses = useSignal('')
  const expiresIn = useSignal('86400')
  const comment = useSignal('')
  const autofollow = useSignal(false)
  const numberOf = ({ value }: { value: string }) => (value === '' ? null : Number(value))
  const make = async () =>
    onMade(
      await api.post<Invite>('/api/rookery/v1/invites', {
        max_uses: numberOf(maxUses),
        expires_in: numberOf(expiresIn),
        comment: comment.value,
        autofollow: autofollow.value,
      }),
    )
  return (
    <Dialog title={t('Make an invitation')} onClose={onClose}>
      <Form submit={t('Make the link')} onSubmit={make} onCancel={onClose}>
        <Select
          label={t('How many people may use it')}
          name="max_uses"
          value={maxUses}
          options={[['', t('Any number')], ...USES.map((uses) => [uses, uses] as const)]}
        />
        <Select
          label={t('How long it works')}
          name="expires_in"
          value={expiresIn}
          options={TIMES}
        />
        <TextField
          label={t('Note|to oneself')}
          name="comment"
          value={comment}
          maxLength={420}
          hint={t('Such as whom it is for. The staff sees it, too.')}
        />
        <Checkbox label={t('Who joins by it follows you')} name="autofollow" value={autofollow} />
      </Form>
    </Dialog>
  )
}

function Made({ invite: { url }, onClose }: { invite: Invite; onClose: () => void }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url)
      tell(t('Copied'))
    } catch {
      // browsers refuse it on addresses without TLS
      tellProblem([t('The browser does not let it be copied: mark and copy it yourself.')])
    }
  }
  return (
    <Dialog title={t('The invitation is ready')} onClose={onClose}>
      <p>{t('Whoever has this link can sign up here, also while registrations are closed.')}</p>
      <p>
        <code class="invite-link">{url}</code>
      </p>
      <div class="buttons end">
        <Button kind="primary" onClick={() => void copy()}>
          {t('Copy')}
        </Button>
        <Button onClick={onClose}>{t('Close')}</Button>
      </div>
    </Dialog>
  )
}
