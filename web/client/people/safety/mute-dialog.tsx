import { useSignal } from '@preact/signals'
import { api } from '../../../shared/api.ts'
import { Dialog } from '../../../shared/components/dialog.tsx'
import { Checkbox, Choices } from '../../../shared/components/fields.tsx'
import { Form } from '../../../shared/components/form.tsx'
import { tell } from '../../../shared/components/toast.tsx'
import type { Account, Relationship } from '../../../shared/entities/api.ts'
import { t } from '../../../shared/i18n.ts'
import { relationshipTo, takeAnswer } from '../relationships.ts'
import { clearNotifications, clearPosts } from './clear-posts.ts'
import { Consequences } from './consequences.tsx'
import './safety.css'
import { Bell, EyeOff, Users } from '../../../shared/icons.tsx'

interface MuteDialogProps {
  account: Account
  onClose: () => void
}

/** How long, and whether notifications are muted, too; also to change a mute that there is. */
export function MuteDialog({ account, onClose }: MuteDialogProps) {
  const before = relationshipTo(account.id).peek()
  const duration = useSignal('0')
  const notifications = useSignal(before?.muting ? before.muting_notifications : true)
  const mute = async () => {
    const body = { duration: Number(duration.value), notifications: notifications.value }
    takeAnswer(await api.post<Relationship>(`/api/v1/accounts/${account.id}/mute`, body))
    clearPosts(account.id)
    if (notifications.value) clearNotifications(account.id)
    onClose()
    tell(t('@{acct} is muted', { acct: account.acct }))
  }
  return (
    <Dialog title={t('Mute @{acct}?', { acct: account.acct })} onClose={onClose}>
      <Consequences
        of={[
          { icon: EyeOff, text: t('Their posts, and boosts of them, leave your timelines.') },
          { icon: Users, text: t('They can still follow you and see what you post.') },
          { icon: Bell, text: t('They are not told that you muted them.') },
        ]}
      />
      <Form submit={t('Mute')} onSubmit={mute} onCancel={onClose}>
        <Choices legend={t('For how long?')} value={duration} options={durations()} />
        <Checkbox label={t('Mute notifications from them, too')} value={notifications} />
      </Form>
    </Dialog>
  )
}

/** values in seconds */
const durations = () => [
  { value: '0', title: t('Until I unmute them') },
  { value: '3600', title: t('1 hour') },
  { value: '21600', title: t('6 hours') },
  { value: '86400', title: t('1 day') },
  { value: '604800', title: t('7 days') },
  { value: '2592000', title: t('30 days') },
]
