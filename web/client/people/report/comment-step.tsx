import { charactersLeft } from '../../../shared/characters-left.ts'
import { Button } from '../../../shared/components/button.tsx'
import { Checkbox, TextArea } from '../../../shared/components/fields.tsx'
import { Form } from '../../../shared/components/form.tsx'
import { t } from '../../../shared/i18n.ts'
import { domainOf } from '../domain.ts'
import { COMMENT_LIMIT } from './draft.ts'
import { StepHead, type StepProps } from './step.tsx'

/** Anything else, and whether the person's own server is told. What is typed stays if it cannot be sent. */
export function CommentStep({
  about,
  draft,
  back,
  onSend,
}: StepProps & { onSend: () => Promise<void> }) {
  const domain = domainOf(about.account)
  return (
    <>
      <StepHead
        title={t('Is there anything else the moderators should know?')}
        lead={t('They see who reports. The person you report is not told that it was you.')}
      />
      <Form submit={t('Send the report')} onSubmit={onSend}>
        <TextArea
          label={t('Comment')}
          name="comment"
          value={draft.comment}
          maxLength={COMMENT_LIMIT}
          hint={charactersLeft(COMMENT_LIMIT - draft.comment.value.length)}
        />
        {domain !== null && (
          <Checkbox
            label={t('Send a copy to {domain}', { domain })}
            value={draft.forward}
            hint={t(
              'The account is on another server. Its moderators get the report without your name.',
            )}
          />
        )}
        <Button onClick={back}>{t('Back')}</Button>
      </Form>
    </>
  )
}
