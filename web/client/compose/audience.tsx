import { t } from '../../shared/i18n.ts'
import { AtSign, Globe, Icon, Lock, Moon } from '../../shared/icons.tsx'
import { changeWriting, useComposition } from './composition.ts'
import { Popover } from './popover.tsx'
import type { QuotePolicy, Visibility } from './writing.ts'

interface Choice<T> {
  value: T
  title: string
  hint: string
}

const visibilities = (): readonly (Choice<Visibility> & { icon: typeof Globe })[] => [
  {
    value: 'public',
    title: t('Public'),
    hint: t('Everybody, in all timelines'),
    icon: Globe,
  },
  {
    value: 'unlisted',
    title: t('Quiet public'),
    hint: t('Everybody, but not in public timelines, search or trends'),
    icon: Moon,
  },
  { value: 'private', title: t('Followers'), hint: t('Only those who follow you'), icon: Lock },
  {
    value: 'direct',
    title: t('Private mention'),
    hint: t('Only those whom the post mentions'),
    icon: AtSign,
  },
]

const policies = (): readonly Choice<QuotePolicy>[] => [
  { value: 'public', title: t('Everybody'), hint: t('may quote it') },
  { value: 'followers', title: t('Followers'), hint: t('only those who follow you may quote it') },
  { value: 'nobody', title: t('Nobody'), hint: t('only you may quote it') },
]

/** Chooses the visibility and the quote policy of the post. */
export function Audience() {
  const composition = useComposition()
  const { visibility, editId } = composition.writing.value
  const chosen = visibilities().find(({ value }) => value === visibility)
  return (
    <Popover
      class="with-words"
      label={t('Who can see it: {visibility}', { visibility: chosen?.title ?? '' })}
      button={
        <>
          <Icon of={chosen?.icon ?? Globe} size={18} /> <span>{chosen?.title}</span>
        </>
      }
    >
      {() => (
        <>
          <Radios
            legend={t('Who can see it')}
            value={visibility}
            choices={visibilities()}
            disabled={editId !== null}
            note={editId === null ? null : t('This cannot be changed once it is posted.')}
            onChoose={(value) => changeWriting(composition, { visibility: value })}
          />
          <QuotePolicies />
        </>
      )}
    </Popover>
  )
}

function QuotePolicies() {
  const composition = useComposition()
  const { visibility, quotePolicy } = composition.writing.value
  const isLimited = visibility === 'private' || visibility === 'direct'
  return (
    <Radios
      legend={t('Who can quote it')}
      value={isLimited ? 'nobody' : quotePolicy}
      choices={policies()}
      disabled={isLimited}
      note={isLimited ? t('Posts that not everybody sees can be quoted by nobody.') : null}
      onChoose={(value) => changeWriting(composition, { quotePolicy: value })}
    />
  )
}

function Radios<T extends string>(props: {
  legend: string
  value: T
  choices: readonly Choice<T>[]
  disabled: boolean
  note: string | null
  onChoose: (value: T) => void
}) {
  const { legend, value, choices, disabled, note, onChoose } = props
  return (
    <fieldset class="choices compose-choices" disabled={disabled}>
      <legend>{legend}</legend>
      {choices.map((choice) => (
        <label key={choice.value} class="choice">
          <input
            type="radio"
            name={legend}
            checked={choice.value === value}
            onChange={() => onChoose(choice.value)}
          />
          <span>
            {choice.title}
            <span class="hint">{choice.hint}</span>
          </span>
        </label>
      ))}
      {note !== null && <p class="hint">{note}</p>}
    </fieldset>
  )
}
