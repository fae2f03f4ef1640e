import { useSignal } from '@preact/signals'
import { api } from '../../../shared/api.ts'
import { Dialog } from '../../../shared/components/dialog.tsx'
import { Checkbox, TextArea } from '../../../shared/components/fields.tsx'
import { Form } from '../../../shared/components/form.tsx'
import type { Report } from '../../../shared/entities/admin.ts'
import { count } from '../../../shared/format.ts'
import { refreshOverview } from '../../overview.ts'

export type PostDecision = 'delete' | 'mark_sensitive'

const WORDS: Readonly<Record<PostDecision, { verb: string; effect: string }>> = {
  delete: {
    verb: 'Delete',
    effect: 'They are gone for everybody at once. Other servers are told to delete them too.',
  },
  mark_sensitive: {
    verb: 'Mark as sensitive',
    effect: 'Their media are hidden until somebody wants to see them.',
  },
}

interface AboutPostsProps {
  report: Report
  decision: PostDecision
  statusIds: readonly string[]
  onClose: () => void
  onDone: (report: Report) => void
}

/** Deciding about reported posts; their author gets a text, and the report is resolved. */
export function AboutPosts({ report, decision, statusIds, onClose, onDone }: AboutPostsProps) {
  const text = useSignal('')
  const mail = useSignal(true)
  const { verb, effect } = WORDS[decision]
  const isLocal = report.target_account.domain === null
  const posts = count(statusIds.length, 'post')
  const send = async () => {
    const path = `/api/rookery/v1/admin/reports/${report.id}/statuses/${decision}`
    const changed = await api.post<Report>(path, {
      status_ids: statusIds,
      text: text.value,
      send_email_notification: isLocal && mail.value,
    })
    void refreshOverview()
    onDone(changed)
    onClose()
  }
  return (
    <Dialog title={`${verb}: ${posts}`} onClose={onClose}>
      <Form
        submit={decision === 'delete' ? `Delete ${posts}` : `Mark ${posts}`}
        danger={decision === 'delete'}
        onSubmit={send}
        onCancel={onClose}
        done="Done, and the report is resolved"
      >
        <p>
          {effect} This counts as a decision about @{report.target_account.account.acct}
          {isLocal ? ', who can appeal.' : '.'}
        </p>
        <TextArea
          label={isLocal ? 'Text for them' : 'Why'}
          name="text"
          maxLength={2000}
          value={text}
        />
        {isLocal && <Checkbox label="Send it by e-mail too" value={mail} />}
      </Form>
    </Dialog>
  )
}
