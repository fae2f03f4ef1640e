import { countGraphemes } from '../../../src/kernel/text/count.ts'
import { plural, t } from '../../shared/i18n.ts'
import { Icon, Plus, Trash2, X } from '../../shared/icons.tsx'
import { changePart, useComposition } from './composition.ts'
import { limits } from './limits.ts'
import { durationsWith, inUnits } from './poll-durations.ts'
import { emptyPoll, type Part, type WrittenPoll } from './writing.ts'

function durationWords(seconds: number): string {
  const { n, unit } = inUnits(seconds)
  if (unit === 'day') return plural(n, '{n} day', '{n} days')
  return unit === 'hour'
    ? plural(n, '{n} hour', '{n} hours')
    : plural(n, '{n} minute', '{n} minutes')
}

/** The answers of a poll and how it is held. */
export function PollEditor({ part }: { part: Part }) {
  const composition = useComposition()
  const { poll } = part
  if (poll === null) return null
  const change = (changes: Partial<WrittenPoll> | null) =>
    changePart(composition, part.key, { poll: changes === null ? null : { ...poll, ...changes } })
  return (
    <fieldset class="poll-editor">
      <legend>{t('Poll')}</legend>
      <button
        type="button"
        class="compose-tool poll-editor-remove"
        aria-label={t('Remove the poll')}
        title={t('Remove the poll')}
        onClick={() => change(null)}
      >
        <Icon of={Trash2} size={18} />
      </button>
      <Answers poll={poll} change={(options) => change({ options })} />
      <div class="poll-editor-settings">
        <label>
          {t('Ends after')}
          <select
            value={String(poll.expires_in)}
            onChange={(event) => change({ expires_in: Number(event.currentTarget.value) })}
          >
            {durationsWith(poll.expires_in, limits().polls).map((seconds) => (
              <option key={seconds} value={String(seconds)}>
                {durationWords(seconds)}
              </option>
            ))}
          </select>
        </label>
        <Switch
          label={t('Several answers may be chosen')}
          value={poll.multiple}
          onChange={(multiple) => change({ multiple })}
        />
        <Switch
          label={t('Hide the counts until it ends')}
          value={poll.hide_totals}
          onChange={(hide_totals) => change({ hide_totals })}
        />
      </div>
    </fieldset>
  )
}

function Answers({
  poll,
  change,
}: {
  poll: WrittenPoll
  change: (options: readonly string[]) => void
}) {
  const { max_options, max_characters_per_option: longest } = limits().polls
  const { options } = poll
  return (
    <ol class="poll-editor-answers">
      {options.map((option, index) => (
        <li key={index}>
          <input
            type="text"
            dir="auto"
            aria-label={t('Answer {n}', { n: index + 1 })}
            placeholder={t('Answer {n}', { n: index + 1 })}
            aria-invalid={countGraphemes(option) > longest ? 'true' : undefined}
            value={option}
            onInput={(event) => {
              const { value } = event.currentTarget
              change(options.map((one, at) => (at === index ? value : one)))
            }}
          />
          <AnswerCount option={option} longest={longest} />
          {options.length > 2 && (
            <button
              type="button"
              class="compose-tool"
              aria-label={t('Remove answer {n}', { n: index + 1 })}
              title={t('Remove')}
              onClick={() => change(options.filter((_, at) => at !== index))}
            >
              <Icon of={X} size={18} />
            </button>
          )}
        </li>
      ))}
      {options.length < max_options && (
        <li>
          <button type="button" class="compose-add" onClick={() => change([...options, ''])}>
            <Icon of={Plus} size={18} /> {t('Add an answer')}
          </button>
        </li>
      )}
    </ol>
  )
}

/** Shown when it comes near the limit. */
function AnswerCount({ option, longest }: { option: string; longest: number }) {
  const left = longest - countGraphemes(option)
  if (left > 15) return null
  return <span class={left < 0 ? 'compose-count over' : 'compose-count'}>{left}</span>
}

function Switch(props: { label: string; value: boolean; onChange: (value: boolean) => void }) {
  return (
    <label class="choice">
      <input
        type="checkbox"
        checked={props.value}
        onChange={(event) => props.onChange(event.currentTarget.checked)}
      />
      <span>{props.label}</span>
    </label>
  )
}

/** An empty poll for a part without one; null for a part with a poll, which removes it. */
export function togglePoll(part: Part): WrittenPoll | null {
  return part.poll === null ? emptyPoll() : null
}
