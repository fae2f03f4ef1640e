import { useSignal } from '@preact/signals'
import { api } from '../../../shared/api.ts'
import { Sparkline } from '../../../shared/components/chart.tsx'
import { TextField } from '../../../shared/components/fields.tsx'
import { ListTable } from '../../../shared/components/table.tsx'
import { Time } from '../../../shared/components/time.tsx'
import type { EmailDomainBlock } from '../../../shared/entities/blocks.ts'
import { plural, t } from '../../../shared/i18n.ts'
import { useList } from '../../../shared/use-resource.ts'
import { AddButton } from './add-button.tsx'
import { ApprovalCheckbox, Outcome } from './approval.tsx'
import { Head } from './head.tsx'
import { RemoveButton } from './remove-button.tsx'

const PATH = '/api/v1/admin/email_domain_blocks'

export function EmailDomains() {
  const list = useList<EmailDomainBlock>(PATH, { limit: 50 })
  return (
    <>
      <Head
        lead={t(
          'Nobody signs up with an address of these providers, or of others that use the same mail server.',
        )}
        action={<Add onDone={list.reload} />}
      />
      <ListTable
        list={list}
        caption={t('Blocked e-mail providers')}
        keyOf={({ id }) => id}
        empty={t('No e-mail provider is blocked.')}
        columns={[
          {
            title: t('Domain'),
            main: true,
            cell: ({ domain }) => <strong class="block-name">{domain}</strong>,
          },
          { title: t('Sign-up'), cell: (block) => <Outcome allowed={block.allow_with_approval} /> },
          { title: t('Tried in 7 days'), cell: ({ history }) => <Attempts history={history} /> },
          { title: t('Since'), cell: ({ created_at }) => <Time at={created_at} /> },
          {
            title: t('Actions'),
            cell: (block) => (
              <RemoveButton
                path={PATH}
                block={block}
                list={list}
                name={block.domain}
                text={t('People can sign up with addresses of it again.')}
              />
            ),
          },
        ]}
      />
    </>
  )
}

/** How often somebody tried all the same, and from how many places. */
function Attempts({ history }: Pick<EmailDomainBlock, 'history'>) {
  const days = history.toReversed().map(({ uses }) => Number(uses))
  const uses = days.reduce((sum, one) => sum + one, 0)
  const sources = history.reduce((sum, { accounts }) => sum + Number(accounts), 0)
  if (uses === 0) return <span class="muted">{t('Never|not once')}</span>
  return (
    <span class="attempts">
      <Sparkline values={days} label={t('Tries day by day: {days}', { days: days.join(', ') })} />
      <span class="small">
        {t('{uses} from {sources}', {
          uses: plural(uses, '{n} time', '{n} times'),
          sources: plural(sources, '{n} source', '{n} sources'),
        })}
      </span>
    </span>
  )
}

function Add({ onDone }: { onDone: () => Promise<void> }) {
  const domain = useSignal('')
  const allowed = useSignal(false)
  const add = async () => {
    await api.post(PATH, { domain: domain.value, allow_with_approval: allowed.value })
    domain.value = ''
    await onDone()
  }
  return (
    <AddButton title={t('Block a provider')} onSubmit={add}>
      <TextField
        label={t('Domain')}
        name="domain"
        required
        placeholder="example.org"
        value={domain}
        hint={t('That of the addresses, or of a mail server that serves many.')}
      />
      <ApprovalCheckbox value={allowed} />
    </AddButton>
  )
}
