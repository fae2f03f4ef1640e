import { api } from '../../../shared/api.ts'
import { Button } from '../../../shared/components/button.tsx'
import { Dialog } from '../../../shared/components/dialog.tsx'
import { Form } from '../../../shared/components/form.tsx'
import { Loaded } from '../../../shared/components/loaded.tsx'
import { tell } from '../../../shared/components/toast.tsx'
import type { Account } from '../../../shared/entities/api.ts'
import { t } from '../../../shared/i18n.ts'
import { Bell, EyeOff, Users } from '../../../shared/icons.tsx'
import { useGet } from '../../../shared/use-resource.ts'
import { domainOf } from '../domain.ts'
import { readRelationship } from '../relationships.ts'
import { clearNotificationsOf, clearPostsOf } from './clear-posts.ts'
import { Consequences } from './consequences.tsx'
import { lossesOf, type Preview } from './domain-block-losses.ts'
import './safety.css'

interface DomainBlockDialogProps {
  account: Account
  /** the block of this one account is wanted instead */
  onBlockAccount: (account: Account) => void
  onClose: () => void
}

/** Explains the effects of a domain block, with the follows that it ends, and asks for confirmation. */
export function DomainBlockDialog(props: DomainBlockDialogProps) {
  const { account, onBlockAccount, onClose } = props
  const domain = domainOf(account) ?? ''
  const preview = useGet<Preview>('/api/v1/domain_blocks/preview', { domain })
  const swap = () => {
    onClose()
    onBlockAccount(account)
  }
  const block = async () => {
    await api.post('/api/v1/domain_blocks', { domain })
    clearPostsOf(domain)
    clearNotificationsOf(domain)
    await readRelationship(account.id).catch(() => {})
    onClose()
    tell(t('{domain} is blocked', { domain }))
  }
  return (
    <Dialog title={t('Block all of {domain}?', { domain })} onClose={onClose}>
      <Consequences
        of={[
          { icon: EyeOff, text: t('You see no posts of anybody there, in any timeline.') },
          { icon: Bell, text: t('You get no notifications from them.') },
          {
            icon: Users,
            text: t('Your followers there are removed. They cannot follow you again.'),
          },
        ]}
      />
      <Loaded from={preview}>{(lost) => <p class="notice warning">{lossesOf(lost)}</p>}</Loaded>
      <Form
        submit={t('Block the server')}
        danger
        disabled={domain === ''}
        onSubmit={block}
        onCancel={onClose}
      >
        <p class="muted small">
          {t('Is it only about one person?')}{' '}
          <Button kind="quiet" small onClick={swap}>
            {t('Block @{acct} instead', { acct: account.acct })}
          </Button>
        </p>
      </Form>
    </Dialog>
  )
}
