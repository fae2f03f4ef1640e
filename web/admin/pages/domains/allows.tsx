import { useSignal } from '@preact/signals'
import { api } from '../../../shared/api.ts'
import { ActionButton } from '../../../shared/components/button.tsx'
import { TextField } from '../../../shared/components/fields.tsx'
import { Form } from '../../../shared/components/form.tsx'
import { ListTable } from '../../../shared/components/table.tsx'
import { Time } from '../../../shared/components/time.tsx'
import type { DomainAllow } from '../../../shared/entities/federation.ts'
import { useList } from '../../../shared/resource.ts'

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
        <Form inline submit="Allow" onSubmit={add} done="The domain is allowed">
          <TextField
            label="Domain"
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
        caption="Allowed domains"
        keyOf={({ id }) => id}
        empty="No domain is allowed by name."
        columns={[
          {
            title: 'Domain',
            main: true,
            cell: ({ domain }) => (
              <a href={`/admin/federation/${encodeURIComponent(domain)}`}>
                <strong>{domain}</strong>
              </a>
            ),
          },
          { title: 'Since', cell: ({ created_at }) => <Time at={created_at} /> },
          {
            title: 'Actions',
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
      label={`Take back that ${allow.domain} is allowed`}
      question={{
        title: `No longer allow ${allow.domain}?`,
        text: 'While this server federates with chosen servers only, the accounts known from there are suspended here.',
        confirm: 'Take it back',
        danger: true,
      }}
      done={`${allow.domain} is no longer allowed`}
      run={async () => {
        await api.delete(`${ALLOWS}/${allow.id}`)
        await onDone()
      }}
    >
      Take back…
    </ActionButton>
  )
}
