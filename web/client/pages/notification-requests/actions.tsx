import { ActionButton } from '../../../shared/components/action-button.tsx'
import type { NotificationRequest } from '../../../shared/entities/api.ts'
import { t } from '../../../shared/i18n.ts'
import { decideRequests } from '../../notifications/requests.ts'

/** Accepts or dismisses the filtered notifications of one account. */
export function RequestActions({
  request: { id, account },
  onDecided,
}: {
  request: NotificationRequest
  onDecided: () => void
}) {
  const name = account.display_name || account.username
  return (
    <div class="buttons">
      <ActionButton
        small
        kind="primary"
        label={t('Accept {name}', { name })}
        done={t('Accepted: what {name} sends comes among your notifications', { name })}
        run={async () => {
          await decideRequests([id], 'accept')
          onDecided()
        }}
      >
        {t('Accept')}
      </ActionButton>
      <ActionButton
        small
        label={t('Put away what {name} sent', { name })}
        run={async () => {
          await decideRequests([id], 'dismiss')
          onDecided()
        }}
      >
        {t('Put away')}
      </ActionButton>
    </div>
  )
}
