import { useMemo } from 'preact/hooks'
import { Checkbox, Choices, Select, TextField } from '../../../shared/components/fields.tsx'
import { Form } from '../../../shared/components/form.tsx'
import type { AutomodRule, RuleSubject } from '../../../shared/entities/automod.ts'
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
        submit={rule.id === '' ? 'Add the rule' : 'Save'}
        disabled={isFixed}
        onSubmit={() => onSave(body)}
        done={rule.id === '' ? 'The rule is there' : 'Saved'}
      >
        <TextField
          label="Name"
          name="name"
          required
          maxLength={100}
          value={draft.name}
          disabled={isFixed}
          hint="For the staff alone."
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
        label="About"
        value={chosen}
        disabled={isFixed}
        options={[
          ['statuses', 'Posts'],
          ['accounts', 'Accounts'],
        ]}
      />
      <Select
        label="From"
        value={draft.origin}
        disabled={isFixed}
        options={[
          ['any', 'Everywhere'],
          ['local', 'This server'],
          ['remote', 'Other servers'],
        ]}
      />
    </div>
  )
}

/** What is done where the rule fits, and when. */
function What({ draft, isFixed }: PartProps) {
  const subject = draft.subject.value as RuleSubject
  return (
    <>
      <Choices
        legend="What is done"
        value={draft.action}
        options={ACTIONS.map(({ value, title, hint }) => ({
          value,
          title,
          hint: hint[subject],
          disabled: isFixed,
        }))}
      />
      <Choices
        legend="Mode"
        value={draft.mode}
        options={[
          {
            value: 'shadow',
            title: 'Shadow',
            hint: 'It only notes what fits, for you to see among the matches.',
            disabled: isFixed,
          },
          {
            value: 'live',
            title: 'Live',
            hint: 'It acts, from the moment that it is saved.',
            disabled: isFixed,
          },
        ]}
      />
      <TextField
        label="Order"
        name="priority"
        type="number"
        value={draft.priority}
        disabled={isFixed}
        hint="Rules with a higher number are asked first."
      />
      <Checkbox label="The rule is on" value={draft.enabled} disabled={isFixed} />
    </>
  )
}
