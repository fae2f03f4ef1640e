import { useSignal } from '@preact/signals'
import { api } from '../../../shared/api.ts'
import { ActionButton } from '../../../shared/components/action-button.tsx'
import { TextField } from '../../../shared/components/fields.tsx'
import { Form } from '../../../shared/components/form.tsx'
import { ListTable } from '../../../shared/components/table.tsx'
import { Time } from '../../../shared/components/time.tsx'
import type { DomainAllow } from '../../../shared/entities/federation.ts'
import { t } from '../../../shared/i18n.ts'
import { useList } from '../../../shared/use-resource.ts'

const ALLOWS = '/api/v1/admin/domain_allows'

export function Allows() {
  const list = useList<DomainAllow>(ALLOWS, { limit: 50 })
  const domain = useSignal('')
  const add = async () => {
    await api.post(ALLOWS, { domain: domain.value })
    domain.value = ''
    await list.reload()
  }
  return (
    <>
      <div class="domain-add">
        <Form inline submit={t('Allow')} onSubmit={add} done={t('The domain is allowed')}>
          <TextField
            label={t('Domain')}
            name="domain"
            required
            placeholder="example.org"
            value={domain}
            maxLength={253}
          />
        </Form>
      </div>
      <ListTable
        list={list}
        caption={t('Allowed domains')}
        keyOf={({ id }) => id}
        empty={t('No domain is allowed by name.')}
        columns={[
          {
            title: t('Domain'),
            main: true,
            cell: ({ domain }) => (
              <a href={`/admin/federation/${encodeURIComponent(domain)}`}>
                <strong>{domain}</strong>
              </a>
            ),
          },
          { title: t('Since'), cell: ({ created_at }) => <Time at={created_at} /> },
          {
            title: t('Actions'),
            numeric: true,
            cell: (allow) => <Remove allow={allow} onDone={list.reload} />,
          },
        ]}
      />
    </>
  )
}

function Remove({ allow, onDone }: { allow: DomainAllow; onDone: () => Promise<void> }) {
  return (
    <ActionButton
      small
      label={t('Take back that {domain} is allowed', { domain: allow.domain })}
      question={{
        title: t('No longer allow {domain}?', { domain: allow.domain }),
        text: t(
          'While this server federates with chosen servers only, the accounts known from there are suspended here.',
        ),
        confirm: t('Take it back'),
        danger: true,
      }}
      done={t('{domain} is no longer allowed', { domain: allow.domain })}
      run={async () => {
        await api.delete(`${ALLOWS}/${allow.id}`)
        await onDone()
      }}
    >
      {t('Take back…')}
    </ActionButton>
  )
}
