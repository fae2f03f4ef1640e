import type { Signal } from '@preact/signals'
import { Button } from '../../../shared/components/button.tsx'
import { useProblem } from '../../../shared/components/form.tsx'
import { keepFocus } from '../../../shared/focus.ts'
import { t } from '../../../shared/i18n.ts'
import { ChevronDown, ChevronUp, Icon, Plus, X } from '../../../shared/icons.tsx'
import { instance } from '../../state/server.ts'
import type { Field } from './draft.ts'

/** Names and what stands beside them: links, pronouns, places. */
export function FieldsEditor({ fields }: { fields: Signal<readonly Field[]> }) {
  const limits = instance.value?.configuration.accounts
  const most = limits?.max_profile_fields ?? 4
  const problem = useProblem('fields')
  const all = fields.value
  const add = () => {
    const key = Math.max(-1, ...all.map((field) => field.key)) + 1
    fields.value = [...all, { key, name: '', value: '' }]
  }
  return (
    <fieldset class="fields-editor">
      <legend>{t('Extra fields')}</legend>
      <p class="hint muted small">
        {t('A link is marked as verified if the page it leads to links back here with rel="me".')}
      </p>
      {problem !== undefined && (
        <p class="field-error" role="alert">
          {problem}
        </p>
      )}
      <ol>
        {all.map((field, index) => (
          <li key={field.key}>
            <Row fields={fields} field={field} index={index} />
          </li>
        ))}
      </ol>
      {all.length < most ? (
        <Button small onClick={add}>
          <Icon of={Plus} size={16} /> {t('Add a field')}
        </Button>
      ) : (
        <p class="muted small">{t('There can be {n} fields.', { n: most })}</p>
      )}
    </fieldset>
  )
}

interface RowProps {
  fields: Signal<readonly Field[]>
  field: Field
  index: number
}

function Row({ fields, field, index }: RowProps) {
  const limits = instance.value?.configuration.accounts
  const n = index + 1
  const change = (changes: Partial<Field>) => {
    fields.value = fields.value.map((one) => (one.key === field.key ? { ...one, ...changes } : one))
  }
  const move = (by: -1 | 1) => {
    const others = fields.value.filter(({ key }) => key !== field.key)
    fields.value = others.toSpliced(index + by, 0, field)
  }
  return (
    <div class="field-row">
      <input
        type="text"
        aria-label={t('Name of field {n}', { n })}
        placeholder={t('Name|of a field')}
        maxLength={limits?.profile_field_name_limit ?? 255}
        value={field.name}
        onInput={(event) => change({ name: event.currentTarget.value })}
      />
      <input
        type="text"
        aria-label={t('Content of field {n}', { n })}
        placeholder={t('Content')}
        maxLength={limits?.profile_field_value_limit ?? 255}
        value={field.value}
        onInput={(event) => change({ value: event.currentTarget.value })}
      />
      <span class="field-row-keys">
        <button
          type="button"
          class="icon-button"
          disabled={index === 0}
          aria-label={t('Move field {n} up', { n })}
          onClick={() => move(-1)}
        >
          <Icon of={ChevronUp} />
        </button>
        <button
          type="button"
          class="icon-button"
          disabled={index === fields.value.length - 1}
          aria-label={t('Move field {n} down', { n })}
          onClick={() => move(1)}
        >
          <Icon of={ChevronDown} />
        </button>
        <button
          type="button"
          class="icon-button"
          aria-label={t('Remove field {n}', { n })}
          onClick={() => {
            fields.value = fields.value.filter(({ key }) => key !== field.key)
            keepFocus()
          }}
        >
          <Icon of={X} />
        </button>
      </span>
    </div>
  )
}
