import type { Signal } from '@preact/signals'
import { Checkbox } from '../../../shared/components/fields.tsx'
import { Badge } from '../../../shared/components/notice.tsx'

/** What becomes of a sign-up. */
export function Outcome({ allowed }: { allowed: boolean }) {
  return allowed ? (
    <Badge tone="warning">Needs approval</Badge>
  ) : (
    <Badge tone="danger">Refused</Badge>
  )
}

export function ApprovalCheckbox({ value }: { value: Signal<boolean> }) {
  return (
    <Checkbox
      label="Let them ask to join"
      value={value}
      hint="They are not refused, but the staff has to let them in."
    />
  )
}
