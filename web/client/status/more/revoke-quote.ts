import { api } from '../../../shared/api.ts'
import { ask } from '../../../shared/components/dialog.tsx'
import type { Status } from '../../../shared/entities/api.ts'
import { t } from '../../../shared/i18n.ts'
import { change } from '../actions.ts'

/** Takes the person's own post out of somebody's quote, after asking. */
export async function revokeQuote(status: Status, quoted: Status): Promise<void> {
  const isWanted = await ask({
    title: t('Remove your post from this quote?'),
    text: t('Others will no longer see your post there. This cannot be undone.'),
    confirm: t('Remove it'),
    danger: true,
  })
  if (!isWanted) return
  const path = `/api/v1/statuses/${quoted.id}/quotes/${status.id}/revoke`
  const gone = { quote: { state: 'revoked', quoted_status: null } }
  await change(status.id, gone, () => api.post<Status>(path), {
    failed: t('Your post is still in the quote.'),
  })
}
