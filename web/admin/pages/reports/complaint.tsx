import { useSignal } from '@preact/signals'
import { api } from '../../../shared/api.ts'
import { Button } from '../../../shared/components/button.tsx'
import { Card, Facts } from '../../../shared/components/card.tsx'
import { Dialog } from '../../../shared/components/dialog.tsx'
import { Choices } from '../../../shared/components/fields.tsx'
import { Form } from '../../../shared/components/form.tsx'
import { Time } from '../../../shared/components/time.tsx'
import type { Report, Rule } from '../../../shared/entities/admin.ts'
import { useGet } from '../../../shared/resource.ts'
import { MaybeLink } from '../../parts/maybe-link.tsx'
import { accountHref } from '../../parts/places.ts'
import { CATEGORIES } from '../../parts/words.ts'

interface ComplaintProps {
  report: Report
  onChange: (report: Report) => void
}

/** What somebody says, and who. */
export function Complaint({ report, onChange }: ComplaintProps) {
  const isSorting = useSignal(false)
  const { account, category, rules, comment, forwarded } = report
  return (
    <Card
      title="What is reported"
      actions={
        <Button
          small
          kind="quiet"
          onClick={() => {
            isSorting.value = true
          }}
        >
          Change the category
        </Button>
      }
    >
      {comment === '' ? (
        <p class="muted">No comment was written.</p>
      ) : (
        <p class="quoted">{comment}</p>
      )}
      <Facts
        facts={[
          ['Category', CATEGORIES[category]],
          ['Rules', rules.length > 0 && <RuleTexts rules={rules} />],
          [
            'Reported by',
            <MaybeLink key="by" href={accountHref(account.id)}>
              @{account.account.acct}
            </MaybeLink>,
          ],
          ['Reported', <Time key="at" at={report.created_at} />],
          [
            'Collections',
            report.collections.length > 0 && report.collections.map(({ name }) => name).join(', '),
          ],
          ['Passed on', forwarded && 'to their server'],
        ]}
      />
      {isSorting.value && (
        <Sort
          report={report}
          onChange={onChange}
          onClose={() => {
            isSorting.value = false
          }}
        />
      )}
    </Card>
  )
}

function RuleTexts({ rules }: { rules: readonly Rule[] }) {
  return (
    <ul class="bare-list">
      {rules.map(({ id, text }) => (
        <li key={id}>{text}</li>
      ))}
    </ul>
  )
}

function Sort({ report, onChange, onClose }: ComplaintProps & { onClose: () => void }) {
  const category = useSignal<string>(report.category)
  const broken = useSignal<readonly string[]>(report.rules.map(({ id }) => id))
  const rules = useGet<Rule[]>('/api/v1/instance/rules')
  const save = async () => {
    const rule_ids = category.value === 'violation' ? broken.value : []
    const path = `/api/v1/admin/reports/${report.id}`
    onChange(await api.put<Report>(path, { category: category.value, rule_ids }))
    onClose()
  }
  return (
    <Dialog title="Category of the report" onClose={onClose}>
      <Form submit="Change it" onSubmit={save} onCancel={onClose} done="The category is changed">
        <Choices
          legend="Category"
          value={category}
          options={Object.entries(CATEGORIES).map(([value, title]) => ({ value, title }))}
        />
        {category.value === 'violation' && (
          <fieldset class="choices">
            <legend>Rules that were broken</legend>
            {(rules.data ?? []).map(({ id, text }) => (
              <label key={id} class="choice">
                <input
                  type="checkbox"
                  checked={broken.value.includes(id)}
                  onChange={(event) => {
                    const others = broken.value.filter((one) => one !== id)
                    broken.value = event.currentTarget.checked ? [...others, id] : others
                  }}
                />
                <span>{text}</span>
              </label>
            ))}
          </fieldset>
        )}
      </Form>
    </Dialog>
  )
}
