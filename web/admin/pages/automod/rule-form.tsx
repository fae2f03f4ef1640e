import { useMemo } from 'preact/hooks'
import { Checkbox, Choices, Select, TextField } from '../../../shared/components/fields.tsx'
import { Form } from '../../../shared/components/form.tsx'
import type { AutomodRule, RuleSubject } from '../../../shared/entities/automod.ts'
import { t } from '../../../shared/i18n.ts'
import { Conditions } from './conditions.tsx'
import { bodyOf, conditionsFor, type DraftRule, draftRule } from './draft.ts'
import { TryIt } from './try-it.tsx'
import { ACTIONS } from './words.ts'

interface RuleFormProps {
  rule: AutomodRule
  /** it can be looked at and tried only */
  isFixed: boolean
  onSave: (body: object) => Promise<void>
}

/** A rule as it is written, and beside it what it would do. */
export function RuleForm({ rule, isFixed, onSave }: RuleFormProps) {
  const draft = useMemo(() => draftRule(rule), [rule.id])
  const body = bodyOf(draft)
  return (
    <div class="rule-editor">
      <Form
        submit={rule.id === '' ? t('Add the rule') : t('Save')}
        disabled={isFixed}
        onSubmit={() => onSave(body)}
        done={rule.id === '' ? t('The rule is there') : t('Saved')}
      >
        <TextField
          label={t('Name')}
          name="name"
          required
          maxLength={100}
          value={draft.name}
          disabled={isFixed}
          hint={t('For the staff alone.')}
        />
        <About draft={draft} isFixed={isFixed} />
        <Conditions draft={draft} isFixed={isFixed} />
        <What draft={draft} isFixed={isFixed} />
      </Form>
      <TryIt body={body} subject={body.applies_to} />
    </div>
  )
}

interface PartProps {
  draft: DraftRule
  isFixed: boolean
}

function About({ draft, isFixed }: PartProps) {
  const { subject } = draft
  const chosen = {
    get value() {
      return subject.value
    },
    set value(to: string) {
      subject.value = to
      draft.conditions.value = conditionsFor(to as RuleSubject, draft.conditions.value)
    },
  } as typeof subject
  return (
    <div class="rule-pair">
      <Select
        label={t('About|what a rule looks at')}
        value={chosen}
        disabled={isFixed}
        options={[
          ['statuses', t('Posts')],
          ['accounts', t('Accounts')],
        ]}
      />
      <Select
        label={t('From')}
        value={draft.origin}
        disabled={isFixed}
        options={[
          ['any', t('Everywhere')],
          ['local', t('This server')],
          ['remote', t('Other servers')],
        ]}
      />
    </div>
  )
}

/** The action of a rule, its mode and its priority. */
function What({ draft, isFixed }: PartProps) {
  const subject = draft.subject.value as RuleSubject
  return (
    <>
      <Choices
        legend={t('What is done')}
        value={draft.action}
        options={ACTIONS.map(({ value, title, hint }) => ({
          value,
          title,
          hint: hint[subject],
          disabled: isFixed,
        }))}
      />
      <Choices
        legend={t('Mode')}
        value={draft.mode}
        options={[
          {
            value: 'shadow',
            title: t('Shadow'),
            hint: t('It only notes what fits, for you to see among the matches.'),
            disabled: isFixed,
          },
          {
            value: 'live',
            title: t('Live'),
            hint: t('It acts, from the moment that it is saved.'),
            disabled: isFixed,
          },
        ]}
      />
      <TextField
        label={t('Order')}
        name="priority"
        type="number"
        value={draft.priority}
        disabled={isFixed}
        hint={t('Rules with a higher number are asked first.')}
      />
      <Checkbox label={t('The rule is on')} value={draft.enabled} disabled={isFixed} />
    </>
  )
}
