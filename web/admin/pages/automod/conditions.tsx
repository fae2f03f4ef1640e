import { useEffect, useRef } from 'preact/hooks'
import { Button } from '../../../shared/components/button.tsx'
import { Select, TextArea, TextField } from '../../../shared/components/fields.tsx'
import type { RuleSubject } from '../../../shared/entities/automod.ts'
import { t } from '../../../shared/i18n.ts'
import { changeField, type DraftCondition, type DraftRule, newCondition } from './draft.ts'
import { FIELDS, fieldsOf, OPERATOR_TITLES, operatorsOf } from './words.ts'

const MOST = 20

interface ConditionsProps {
  draft: DraftRule
  isFixed: boolean
}

/** The conditions of a rule. */
export function Conditions({ draft, isFixed }: ConditionsProps) {
  const { conditions, match } = draft
  const subject = draft.subject.value as RuleSubject
  const { list, change } = useChanges(conditions)
  return (
    <fieldset class="conditions">
      <legend>{t('Conditions')}</legend>
      {conditions.value.length > 1 && (
        <Select
          label={t('It fits if')}
          value={match}
          disabled={isFixed}
          options={[
            ['all', t('all of them hold')],
            ['any', t('one of them holds')],
          ]}
        />
      )}
      <ol ref={list}>
        {conditions.value.map((condition, index) => (
          <li key={condition.key}>
            <fieldset>
              <legend class="visually-hidden">
                {t('Condition {index}', { index: index + 1 })}
              </legend>
              <OneCondition condition={condition} subject={subject} isFixed={isFixed} />
              {!isFixed && conditions.value.length > 1 && (
                <Button
                  small
                  kind="quiet"
                  label={t('Remove condition {index}', { index: index + 1 })}
                  onClick={() => change(conditions.value.filter((one) => one !== condition))}
                >
                  {t('Remove')}
                </Button>
              )}
            </fieldset>
          </li>
        ))}
      </ol>
      {!isFixed && (
        <Button
          small
          disabled={conditions.value.length >= MOST}
          onClick={() => change([...conditions.value, newCondition(subject)])}
        >
          {t('Add a condition')}
        </Button>
      )}
    </fieldset>
  )
}

/** Changes the conditions by a button; what was pressed may be gone: the last condition takes the focus. */
function useChanges(conditions: DraftRule['conditions']) {
  const isChanged = useRef(false)
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    if (!isChanged.current) return
    isChanged.current = false
    list.current?.querySelector<HTMLElement>('li:last-child select')?.focus()
  }, [conditions.value])
  const change = (to: readonly DraftCondition[]) => {
    isChanged.current = true
    conditions.value = to
  }
  return { list, change }
}

interface OneProps {
  condition: DraftCondition
  subject: RuleSubject
  isFixed: boolean
}

function OneCondition({ condition, subject, isFixed }: OneProps) {
  const { field, operator } = condition
  const chosen = {
    get value() {
      return field.value
    },
    set value(to: string) {
      changeField(condition, to)
    },
  } as typeof field
  return (
    <>
      <div class="rule-pair">
        <Select
          label={t('What')}
          value={chosen}
          disabled={isFixed}
          options={fieldsOf(subject).map(([name, { title }]) => [name, title] as const)}
        />
        <Select
          label={t('How')}
          value={operator}
          disabled={isFixed}
          options={operatorsOf(field.value).map(
            (name) => [name, OPERATOR_TITLES[name] ?? name] as const,
          )}
        />
      </div>
      <Value condition={condition} isFixed={isFixed} />
    </>
  )
}

function Value({ condition, isFixed }: Omit<OneProps, 'subject'>) {
  const { field, operator, value } = condition
  const { kind, hint } = FIELDS[field.value] ?? { kind: 'text' }
  if (kind === 'flag') {
    return (
      <Select
        label={t('Value')}
        value={value}
        disabled={isFixed}
        options={[
          ['true', t('Yes')],
          ['false', t('No')],
        ]}
      />
    )
  }
  if (kind === 'number') {
    return (
      <TextField
        label={t('Value')}
        type="number"
        min={0}
        required
        value={value}
        disabled={isFixed}
        hint={hint}
      />
    )
  }
  const how =
    operator.value === 'matches'
      ? t('In a pattern * stands for anything and ? for one character: free*money.')
      : kind === 'text'
        ? t('Words are found as whole words, in upper and lower case.')
        : ''
  return (
    <TextArea
      label={t('Value')}
      rows={Math.min(8, Math.max(2, value.value.split('\n').length))}
      required
      value={value}
      disabled={isFixed}
      hint={[
        operator.value === 'is_not'
          ? t('One per line; it must be none of them.')
          : t('One per line; one of them suffices.'),
        how,
        hint,
      ]
        .filter(Boolean)
        .join(' ')}
    />
  )
}
