import { ask } from '../../shared/components/dialog.tsx'
import type { Account } from '../../shared/entities/api.ts'
import { t } from '../../shared/i18n.ts'
import { act } from '../people/relationships.ts'

/** Takes somebody out of the person's followers, once that is sure. */
export async function removeFollower(account: Account): Promise<boolean> {
  const { id, acct } = account
  const isWanted = await ask({
    title: t('Remove @{acct} from your followers?', { acct }),
    text: t('They no longer get your posts. They are not told, and can follow you again.'),
    confirm: t('Remove'),
    danger: true,
  })
  if (!isWanted) return false
  const expected = { followed_by: false }
  return (await act(id, { verb: 'remove_from_followers', expected })) !== null
}
