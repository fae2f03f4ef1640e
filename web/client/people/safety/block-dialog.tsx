import { api } from '../../../shared/api.ts'
import { Button } from '../../../shared/components/button.tsx'
import { Dialog } from '../../../shared/components/dialog.tsx'
import { Form } from '../../../shared/components/form.tsx'
import { tell } from '../../../shared/components/toast.tsx'
import type { Account, Relationship } from '../../../shared/entities/api.ts'
import { t } from '../../../shared/i18n.ts'
import { Ban, EyeOff, MessageCircle, UserMinus } from '../../../shared/icons.tsx'
import { domainOf } from '../domain.ts'
import { takeAnswer } from '../relationships.ts'
import { clearNotifications, clearPosts } from './clear-posts.ts'
import { Consequences } from './consequences.tsx'
import './safety.css'

interface BlockDialogProps {
  account: Account
  /** the block of the whole server is wanted instead */
  onBlockDomain: (account: Account) => void
  onClose: () => void
}

/** Explains the effects of a block and asks for confirmation. */
export function BlockDialog({ account, onBlockDomain, onClose }: BlockDialogProps) {
  const domain = domainOf(account)
  const swap = () => {
    onClose()
    onBlockDomain(account)
  }
  const block = async () => {
    takeAnswer(await api.post<Relationship>(`/api/v1/accounts/${account.id}/block`))
    clearPosts(account.id)
    clearNotifications(account.id)
    onClose()
    tell(t('@{acct} is blocked', { acct: account.acct }))
  }
  return (
    <Dialog title={t('Block @{acct}?', { acct: account.acct })} onClose={onClose}>
      <Consequences
        of={[
          { icon: UserMinus, text: t('You no longer follow each other.') },
          { icon: EyeOff, text: t('You do not see their posts, and they do not see yours.') },
          { icon: MessageCircle, text: t('They cannot mention, follow or message you.') },
          { icon: Ban, text: t('They can find out that you blocked them.') },
        ]}
      />
      <Form submit={t('Block')} danger onSubmit={block} onCancel={onClose}>
        {domain !== null && (
          <p class="muted small">
            {t('Is it about the whole server?')}{' '}
            <Button kind="quiet" small onClick={swap}>
              {t('Block {domain} instead', { domain })}
            </Button>
          </p>
        )}
      </Form>
    </Dialog>
  )
}
