import { useSignal } from '@preact/signals'
import { api } from '../../shared/api.ts'
import { ActionButton } from '../../shared/components/action-button.tsx'
import type { Account, Relationship } from '../../shared/entities/api.ts'
import { t } from '../../shared/i18n.ts'
import { pendingFollowRequests } from '../notifications/unread-counts.ts'
import { takeAnswer, useRelationship } from '../people/relationships.ts'

export type Decision = 'authorize' | 'reject'

/** Answers somebody who asks to follow. */
export async function decide(account: Account, decision: Decision): Promise<void> {
  takeAnswer(await api.post<Relationship>(`/api/v1/follow_requests/${account.id}/${decision}`))
  pendingFollowRequests.value = Math.max(0, pendingFollowRequests.value - 1)
}

/** Accept and reject, in place; what was decided stays to be read. */
export function FollowRequestActions({ account }: { account: Account }) {
  const relationship = useRelationship(account.id)
  const rejected = useSignal(false)
  const name = account.display_name || account.username
  if (relationship === null) return <div class="buttons decision" />
  if (relationship.requested_by) {
    return (
      <div class="buttons decision">
        <ActionButton
          small
          kind="primary"
          label={t('Accept {name}', { name })}
          run={() => decide(account, 'authorize')}
        >
          {t('Accept')}
        </ActionButton>
        <ActionButton
          small
          label={t('Reject {name}', { name })}
          run={async () => {
            await decide(account, 'reject')
            rejected.value = true
          }}
        >
          {t('Reject')}
        </ActionButton>
      </div>
    )
  }
  return (
    <p class="decision muted" role="status">
      {relationship.followed_by
        ? t('Accepted: {name} follows you now.', { name })
        : rejected.value
          ? t('Rejected. {name} is not told.', { name })
          : t('This was decided already.')}
    </p>
  )
}
