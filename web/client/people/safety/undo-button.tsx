import { useSignal } from '@preact/signals'
import { api } from '../../../shared/api.ts'
import { ActionButton } from '../../../shared/components/action-button.tsx'
import type { Account, Relationship } from '../../../shared/entities/api.ts'
import { takeAnswer } from '../relationships.ts'

interface Step {
  /** the last part of the address */
  verb: string
  title: string
  body?: object
}

/** Takes something back about somebody in a list, and does it again if that was a slip. */
export function UndoButton({ account, undo, redo }: { account: Account; undo: Step; redo: Step }) {
  const isUndone = useSignal(false)
  const { verb, title, body } = isUndone.value ? redo : undo
  const run = async () => {
    const path = `/api/v1/accounts/${account.id}/${verb}`
    takeAnswer(await api.post<Relationship>(path, body))
    isUndone.value = !isUndone.value
  }
  return (
    <ActionButton small label={`${title} @${account.acct}`} run={run}>
      {title}
    </ActionButton>
  )
}
