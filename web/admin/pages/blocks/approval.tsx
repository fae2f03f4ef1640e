import type { Signal } from '@preact/signals'
import { Checkbox } from '../../../shared/components/fields.tsx'
import { Badge } from '../../../shared/components/notice.tsx'
import { t } from '../../../shared/i18n.ts'

/** Effect of a block on a sign-up. */
export function Outcome({ allowed }: { allowed: boolean }) {
  return allowed ? (
    <Badge tone="warning">{t('Needs approval')}</Badge>
  ) : (
    <Badge tone="danger">{t('Refused')}</Badge>
  )
}

export function ApprovalCheckbox({ value }: { value: Signal<boolean> }) {
  return (
    <Checkbox
      label={t('Let them ask to join')}
      value={value}
      hint={t('They are not refused, but the staff has to let them in.')}
    />
  )
}
