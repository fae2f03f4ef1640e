import { useSignal } from '@preact/signals'
import { api } from '../../../shared/api.ts'
import { Dialog } from '../../../shared/components/dialog.tsx'
import { Form } from '../../../shared/components/form.tsx'
import type { Status } from '../../../shared/entities/api.ts'
import { t } from '../../../shared/i18n.ts'
import { keepStatus } from '../../state/statuses.ts'
import { tellTabs } from '../../state/tabs.ts'

type Policy = 'public' | 'followers' | 'nobody'

/** Changes the quote policy of the viewer's own status. */
export function PolicyDialog({ status, close }: { status: Status; close: () => void }) {
  const chosen = useSignal<Policy>(policyOf(status))
  const options: [Policy, string][] = [
    ['public', t('Everybody')],
    ['followers', t('Your followers')],
    ['nobody', t('Only you')],
  ]
  const save = async () => {
    const path = `/api/v1/statuses/${status.id}/interaction_policy`
    const changed = await api.put<Status>(path, { quote_approval_policy: chosen.value })
    keepStatus(changed)
    tellTabs({ status: changed })
    close()
  }
  return (
    <Dialog title={t('Who may quote this post?')} onClose={close}>
      <Form submit={t('Save')} onSubmit={save} done={t('Saved')}>
        <fieldset class="choices">
          <legend class="visually-hidden">{t('Who may quote this post?')}</legend>
          {options.map(([value, title]) => (
            <label key={value} class="choice">
              <input
                type="radio"
                name="policy"
                checked={chosen.value === value}
                onChange={() => {
                  chosen.value = value
                }}
              />
              <span>{title}</span>
            </label>
          ))}
        </fieldset>
        <p class="muted small">{t('Quotes that are there already stay.')}</p>
      </Form>
    </Dialog>
  )
}

function policyOf({ quote_approval: { automatic } }: Status): Policy {
  if (automatic.includes('public')) return 'public'
  return automatic.includes('followers') ? 'followers' : 'nobody'
}
