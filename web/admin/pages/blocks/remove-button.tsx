import { api } from '../../../shared/api.ts'
import { ActionButton } from '../../../shared/components/button.tsx'
import type { PagedList } from '../../../shared/resource.ts'

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
      label={`End the block of ${name}`}
      question={{
        title: `End the block of ${name}?`,
        text,
        confirm: 'End the block',
        danger: true,
      }}
      done="The block is ended"
      run={async () => {
        await api.delete(`${path}/${block.id}`)
        list.replace(({ id }) => id === block.id, null)
      }}
    >
      End…
    </ActionButton>
  )
}
