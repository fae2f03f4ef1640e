import { useSignal } from '@preact/signals'
import { api } from '../../../shared/api.ts'
import { TextField } from '../../../shared/components/fields.tsx'
import { ListTable } from '../../../shared/components/table.tsx'
import type { CanonicalEmailBlock } from '../../../shared/entities/blocks.ts'
import { t } from '../../../shared/i18n.ts'
import { useList } from '../../../shared/use-resource.ts'
import { AddButton } from './add-button.tsx'
import { EMAILS, EmailTest } from './email-test.tsx'
import { Head } from './head.tsx'
import { RemoveButton } from './remove-button.tsx'

export function Emails() {
  const list = useList<CanonicalEmailBlock>(EMAILS, { limit: 50 })
  return (
    <>
      <Head
        lead={t(
          'Single addresses that nobody may sign up with, however they are spelled: capitals, dots and +labels make no difference. Only their hashes are kept.',
        )}
        action={<Add onDone={list.reload} />}
      />
      <EmailTest onChange={list.reload} />
      <ListTable
        list={list}
        caption={t('Hashes of blocked e-mail addresses')}
        keyOf={({ id }) => id}
        empty={t('No address is blocked.')}
        columns={[
          {
            title: t('Hash of the address'),
            main: true,
            cell: ({ canonical_email_hash: hash }) => <code class="block-name">{hash}</code>,
          },
          {
            title: t('Actions'),
            numeric: true,
            cell: (block) => (
              <RemoveButton
                path={EMAILS}
                block={block}
                list={list}
                name={`${block.canonical_email_hash.slice(0, 8)}…`}
                text={t('Whoever has the address can sign up with it again.')}
              />
            ),
          },
        ]}
      />
    </>
  )
}

function Add({ onDone }: { onDone: () => Promise<void> }) {
  const email = useSignal('')
  const hash = useSignal('')
  const add = async () => {
    await api.post(EMAILS, { email: email.value.trim(), canonical_email_hash: hash.value.trim() })
    email.value = ''
    hash.value = ''
    await onDone()
  }
  return (
    <AddButton title={t('Block an address')} onSubmit={add}>
      <TextField label={t('E-mail address')} name="email" type="email" value={email} />
      <TextField
        label={t('Or its hash')}
        name="canonical_email_hash"
        mono
        value={hash}
        hint={t('As another server shows it. The address counts where both are given.')}
      />
    </AddButton>
  )
}
