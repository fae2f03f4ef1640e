import { useSignal } from '@preact/signals'
import { api } from '../../../shared/api.ts'
import { Button } from '../../../shared/components/button.tsx'
import { Card, Facts } from '../../../shared/components/card.tsx'
import { Dialog } from '../../../shared/components/dialog.tsx'
import { Choices } from '../../../shared/components/fields.tsx'
import { Form } from '../../../shared/components/form.tsx'
import { Time } from '../../../shared/components/time.tsx'
import type { Report, Rule } from '../../../shared/entities/admin.ts'
import { t } from '../../../shared/i18n.ts'
import { useGet } from '../../../shared/use-resource.ts'
import { MaybeLink } from '../../parts/maybe-link.tsx'
import { CATEGORIES } from '../../parts/moderation-words.ts'
import { accountHref } from '../../parts/page-links.ts'

interface ComplaintProps {
  report: Report
  onChange: (report: Report) => void
}

/** Category, rules and comment of a report, and its reporter. */
export function Complaint({ report, onChange }: ComplaintProps) {
  const isSorting = useSignal(false)
  const { account, category, rules, comment, forwarded } = report
  return (
    <Card
      title={t('What is reported')}
      actions={
        <Button
          small
          kind="quiet"
          onClick={() => {
            isSorting.value = true
          }}
        >
          {t('Change the category')}
        </Button>
      }
    >
      {comment === '' ? (
        <p class="muted">{t('No comment was written.')}</p>
      ) : (
        <p class="quoted">{comment}</p>
      )}
      <Facts
        facts={[
          [t('Category'), CATEGORIES[category]],
          [t('Rules'), rules.length > 0 && <RuleTexts rules={rules} />],
          [
            t('Reported by'),
            <MaybeLink key="by" href={accountHref(account.id)}>
              <bdi>@{account.account.acct}</bdi>
            </MaybeLink>,
          ],
          [t('Reported'), <Time key="at" at={report.created_at} />],
          [
            t('Collections'),
            report.collections.length > 0 && report.collections.map(({ name }) => name).join(', '),
          ],
          [t('Passed on'), forwarded && t('to their server')],
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
    <Dialog title={t('Category of the report')} onClose={onClose}>
      <Form
        submit={t('Change it')}
        onSubmit={save}
        onCancel={onClose}
        done={t('The category is changed')}
      >
        <Choices
          legend={t('Category')}
          value={category}
          options={Object.entries(CATEGORIES).map(([value, title]) => ({ value, title }))}
        />
        {category.value === 'violation' && (
          <fieldset class="choices">
            <legend>{t('Rules that were broken')}</legend>
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
