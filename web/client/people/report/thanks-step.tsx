import { Button } from '../../../shared/components/button.tsx'
import type { Account } from '../../../shared/entities/api.ts'
import { t } from '../../../shared/i18n.ts'
import { act, useRelationship } from '../relationships.ts'
import { StepHead, type StepProps } from './step.tsx'

export interface AfterReport {
  onMute: (account: Account) => void
  onBlock: (account: Account) => void
  onClose: () => void
}

/** Offers to unfollow, mute or block the account at once. */
export function ThanksStep(props: StepProps & AfterReport) {
  const { about, draft, onMute, onBlock, onClose } = props
  const { account } = about
  const relationship = useRelationship(account.id)
  const isSent = draft.reason.value !== 'dislike'
  return (
    <>
      <StepHead
        title={isSent ? t('Thank you for reporting') : t('You decide what you see')}
        lead={
          isSent
            ? t('The moderators look at it. Until then, you can do something yourself:')
            : t('Nobody is told about any of this:')
        }
      />
      <ul class="report-ways">
        {(relationship?.following || relationship?.requested) && (
          <Way
            title={t('Unfollow')}
            text={t('You no longer see what they post in your home feed.')}
            onChoose={() => void act(account.id, { verb: 'unfollow' })}
          />
        )}
        {relationship?.muting !== true && (
          <Way
            title={t('Mute')}
            text={t('You do not see their posts. They can still follow you and see yours.')}
            onChoose={() => onMute(account)}
          />
        )}
        {relationship?.blocking !== true && (
          <Way
            title={t('Block')}
            text={t('You see nothing of each other. They can find out that you blocked them.')}
            onChoose={() => onBlock(account)}
          />
        )}
      </ul>
      <div class="report-buttons">
        <Button kind="primary" onClick={onClose}>
          {t('Done')}
        </Button>
      </div>
    </>
  )
}

function Way(props: { title: string; text: string; onChoose: () => void }) {
  return (
    <li>
      <Button onClick={props.onChoose}>{props.title}</Button>
      <span>{props.text}</span>
    </li>
  )
}
