import { api } from '../../../shared/api.ts'
import { ActionButton } from '../../../shared/components/action-button.tsx'
import { t } from '../../../shared/i18n.ts'
import type { PagedList } from '../../../shared/use-resource.ts'

interface RemoveButtonProps<T> {
  path: string
  block: T
  list: PagedList<T>
  /** what is blocked */
  name: string
  /** what may happen again afterwards */
  text: string
}

export function RemoveButton<T extends { id: string }>(props: RemoveButtonProps<T>) {
  const { path, block, list, name, text } = props
  return (
    <ActionButton
      small
      label={t('End the block of {name}', { name })}
      question={{
        title: t('End the block of {name}?', { name }),
        text,
        confirm: t('End the block'),
        danger: true,
      }}
      done={t('The block is ended')}
      run={async () => {
        await api.delete(`${path}/${block.id}`)
        list.replace(({ id }) => id === block.id, null)
      }}
    >
      {t('End…')}
    </ActionButton>
  )
}
