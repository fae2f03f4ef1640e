import { useSignal } from '@preact/signals'
import { api } from '../../../shared/api.ts'
import { Choices, TextField } from '../../../shared/components/fields.tsx'
import { ListTable } from '../../../shared/components/table.tsx'
import { Time } from '../../../shared/components/time.tsx'
import type { UsernameBlock } from '../../../shared/entities/blocks.ts'
import { t } from '../../../shared/i18n.ts'
import { useList } from '../../../shared/use-resource.ts'
import { AddButton } from './add-button.tsx'
import { ApprovalCheckbox, Outcome } from './approval.tsx'
import { Head } from './head.tsx'
import { RemoveButton } from './remove-button.tsx'

const PATH = '/api/rookery/v1/admin/username_blocks'

const COMPARISONS = [
  { value: 'equals', title: t('Just this name') },
  { value: 'contains', title: t('Every name with this in it') },
]

export function Usernames() {
  const list = useList<UsernameBlock>(PATH)
  return (
    <>
      <Head
        lead={t('Names that nobody may take who signs up. Whoever has one keeps it.')}
        action={<Add onDone={list.reload} />}
      />
      <ListTable
        list={list}
        caption={t('Blocked user names')}
        keyOf={({ id }) => id}
        empty={t('No name is blocked.')}
        columns={[
          {
            title: t('Name'),
            main: true,
            cell: ({ username, comparison }) => (
              <>
                {comparison === 'contains' && <span class="muted">{t('Every name with')} </span>}
                <strong class="block-name">{username}</strong>
              </>
            ),
          },
          { title: t('Sign-up'), cell: (block) => <Outcome allowed={block.allow_with_approval} /> },
          { title: t('Since'), cell: ({ created_at }) => <Time at={created_at} /> },
          {
            title: t('Actions'),
            cell: (block) => (
              <RemoveButton
                path={PATH}
                block={block}
                list={list}
                name={block.username}
                text={t('People who sign up can take the name again.')}
              />
            ),
          },
        ]}
      />
    </>
  )
}

function Add({ onDone }: { onDone: () => Promise<void> }) {
  const username = useSignal('')
  const comparison = useSignal('equals')
  const allowed = useSignal(false)
  const add = async () => {
    await api.post(PATH, {
      username: username.value,
      comparison: comparison.value,
      allow_with_approval: allowed.value,
    })
    username.value = ''
    await onDone()
  }
  return (
    <AddButton title={t('Block a name')} onSubmit={add}>
      <TextField label={t('Name')} name="username" required value={username} />
      <Choices legend={t('What it is held against')} value={comparison} options={COMPARISONS} />
      <ApprovalCheckbox value={allowed} />
    </AddButton>
  )
}
