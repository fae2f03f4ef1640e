import type { Rule } from '../../../shared/entities/api.ts'
import { t } from '../../../shared/i18n.ts'
import { instance } from '../../state/server.ts'
import { type Reason, toggled, wordsOf } from './draft.ts'
import { StepButtons, StepHead, type StepProps } from './step.tsx'

export function ReasonStep({ about, draft, onDone }: StepProps & { onDone: () => void }) {
  const { account, statuses, collections } = about
  const title =
    collections !== undefined
      ? t('What is wrong with this collection?')
      : statuses === undefined
        ? t('What is wrong with {acct}?', { acct: `@${account.acct}` })
        : t('What is wrong with this post?')
  const hasRules = (instance.value?.rules.length ?? 0) > 0
  return (
    <>
      <StepHead title={title} lead={t('Choose what fits best.')} />
      <fieldset class="report-options">
        <legend class="visually-hidden">{title}</legend>
        {reasons()
          .filter(({ value }) => hasRules || value !== 'violation')
          .map(({ value, name, hint }) => (
            <label key={value} class="report-option">
              <input
                type="radio"
                name="reason"
                checked={draft.reason.value === value}
                onChange={() => {
                  draft.reason.value = value
                }}
              />
              <span>
                <strong>{name}</strong>
                <span class="hint">{hint}</span>
              </span>
            </label>
          ))}
      </fieldset>
      <StepButtons back={null} next={onDone} disabled={draft.reason.value === ''} />
    </>
  )
}

const reasons = (): { value: Reason; name: string; hint: string }[] => [
  {
    value: 'dislike',
    name: t('I don’t like it'),
    hint: t('It is not something you want to see.'),
  },
  {
    value: 'spam',
    name: t('It is spam'),
    hint: t('Advertising, fraud, fake engagement or the same over and over.'),
  },
  {
    value: 'violation',
    name: t('It breaks the rules of the server'),
    hint: t('You know which of them.'),
  },
  {
    value: 'legal',
    name: t('It is against the law'),
    hint: t('In your country or in that of the server.'),
  },
  {
    value: 'other',
    name: t('It is something else'),
    hint: t('You can say what it is in the next steps.'),
  },
]

export function RulesStep({ draft, back, onDone }: StepProps & { onDone: () => void }) {
  const title = t('Which rules are broken?')
  return (
    <>
      <StepHead title={title} lead={t('Choose all that fit.')} />
      <fieldset class="report-options">
        <legend class="visually-hidden">{title}</legend>
        {instance.value?.rules.map((rule) => (
          <RuleOption
            key={rule.id}
            rule={rule}
            isChosen={draft.ruleIds.value.has(rule.id)}
            onToggle={() => {
              draft.ruleIds.value = toggled(draft.ruleIds.value, rule.id)
            }}
          />
        ))}
      </fieldset>
      <StepButtons back={back} next={onDone} disabled={draft.ruleIds.value.size === 0} />
    </>
  )
}

function RuleOption(props: { rule: Rule; isChosen: boolean; onToggle: () => void }) {
  const { text, hint } = wordsOf(props.rule)
  return (
    <label class="report-option">
      <input type="checkbox" checked={props.isChosen} onChange={props.onToggle} />
      <span>
        <strong>{text}</strong>
        {hint !== '' && <span class="hint">{hint}</span>}
      </span>
    </label>
  )
}
