import { useSignal } from '@preact/signals'
import { api } from '../../../shared/api.ts'
import { ActionButton } from '../../../shared/components/action-button.tsx'
import { Card } from '../../../shared/components/card.tsx'
import { TextField } from '../../../shared/components/fields.tsx'
import { Form } from '../../../shared/components/form.tsx'
import { Notice } from '../../../shared/components/notice.tsx'
import type { CanonicalEmailBlock } from '../../../shared/entities/blocks.ts'
import { t } from '../../../shared/i18n.ts'
import { rich } from '../../../shared/rich.ts'

export const EMAILS = '/api/v1/admin/canonical_email_blocks'

interface Answer {
  email: string
  /** none: it is free */
  blocks: readonly CanonicalEmailBlock[]
}

/** Says whether an address is blocked, which nobody can see from the hashes. */
export function EmailTest({ onChange }: { onChange: () => Promise<void> }) {
  const email = useSignal('')
  const answer = useSignal<Answer | null>(null)
  const ask = async () => {
    const asked = email.value.trim()
    answer.value = null
    const blocks = await api.post<CanonicalEmailBlock[]>(`${EMAILS}/test`, { email: asked })
    answer.value = { email: asked, blocks }
  }
  const decide = (deed: () => Promise<unknown>) => async () => {
    await deed()
    await Promise.all([ask(), onChange()])
  }
  return (
    <Card title={t('Is an address blocked?')}>
      <div class="email-test">
        <Form inline submit={t('Look')} onSubmit={ask}>
          <TextField label={t('E-mail address')} name="email" type="email" required value={email} />
        </Form>
      </div>
      <div class="email-answer" aria-live="polite">
        {answer.value !== null && <Result answer={answer.value} decide={decide} />}
      </div>
    </Card>
  )
}

interface ResultProps {
  answer: Answer
  decide: (deed: () => Promise<unknown>) => () => Promise<void>
}

function Result({ answer: { email, blocks }, decide }: ResultProps) {
  if (blocks.length === 0) {
    return (
      <Notice tone="success">
        <p>{rich('{email} is not blocked.', { email: <strong>{email}</strong> })}</p>
        <ActionButton
          small
          done={t('The address is blocked')}
          run={decide(() => api.post(EMAILS, { email }))}
        >
          {t('Block it')}
        </ActionButton>
      </Notice>
    )
  }
  return (
    <Notice tone="warning">
      <p>{rich('{email} is blocked.', { email: <strong>{email}</strong> })}</p>
      <ActionButton
        small
        done={t('The block is ended')}
        run={decide(() => Promise.all(blocks.map(({ id }) => api.delete(`${EMAILS}/${id}`))))}
      >
        {t('End the block')}
      </ActionButton>
    </Notice>
  )
}
