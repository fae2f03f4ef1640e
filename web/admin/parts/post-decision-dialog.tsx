import { useSignal } from '@preact/signals'
import { api } from '../../shared/api.ts'
import { Dialog } from '../../shared/components/dialog.tsx'
import { Checkbox, TextArea } from '../../shared/components/fields.tsx'
import { Form } from '../../shared/components/form.tsx'
import type { AdminAccount } from '../../shared/entities/admin.ts'
import { plural, t } from '../../shared/i18n.ts'
import { refreshOverview } from '../overview.ts'

export type PostDecision = 'delete' | 'mark_sensitive'

const WORDS: Readonly<Record<PostDecision, { verb: string; effect: string }>> = {
  delete: {
    verb: t('Delete'),
    effect: t('They are gone for everybody at once. Other servers are told to delete them too.'),
  },
  mark_sensitive: {
    verb: t('Mark as sensitive'),
    effect: t('Their media are hidden until somebody wants to see them.'),
  },
}

interface PostDecisionDialogProps<T> {
  /** their author */
  account: AdminAccount
  /** of the API: what the decision is sent to is below it */
  path: string
  decision: PostDecision
  statusIds: readonly string[]
  /** said when it is done */
  done: string
  onClose: () => void
  /** gets what the API answered */
  onDone: (answer: T) => Promise<void> | void
}

/** Deciding about posts of somebody, who gets a text. */
export function PostDecisionDialog<T>({
  account,
  path,
  decision,
  statusIds,
  done,
  onClose,
  onDone,
}: PostDecisionDialogProps<T>) {
  const text = useSignal('')
  const mail = useSignal(true)
  const { verb, effect } = WORDS[decision]
  const isLocal = account.domain === null
  const posts = plural(statusIds.length, '{n} post', '{n} posts')
  const send = async () => {
    const answer = await api.post<T>(`${path}/${decision}`, {
      status_ids: statusIds,
      text: text.value,
      send_email_notification: isLocal && mail.value,
    })
    void refreshOverview()
    await onDone(answer)
    onClose()
  }
  const { acct } = account.account
  return (
    <Dialog title={`${verb}: ${posts}`} onClose={onClose}>
      <Form
        submit={
          decision === 'delete' ? t('Delete {posts}', { posts }) : t('Mark {posts}', { posts })
        }
        danger={decision === 'delete'}
        onSubmit={send}
        onCancel={onClose}
        done={done}
      >
        <p>
          {effect}{' '}
          {isLocal
            ? t('This counts as a decision about @{acct}, who can appeal.', { acct })
            : t('This counts as a decision about @{acct}.', { acct })}
        </p>
        <TextArea
          label={isLocal ? t('Text for them') : t('Why')}
          name="text"
          maxLength={2000}
          value={text}
        />
        {isLocal && <Checkbox label={t('Send it by e-mail too')} value={mail} />}
      </Form>
    </Dialog>
  )
}
