import type { Signal } from '@preact/signals'
import { Button } from '../../../shared/components/button.tsx'
import { useProblem } from '../../../shared/components/form.tsx'
import { Time } from '../../../shared/components/time.tsx'
import type { Profile } from '../../../shared/entities/api.ts'
import { keepFocus } from '../../../shared/focus.ts'
import { t } from '../../../shared/i18n.ts'
import { ChevronDown, ChevronUp, Icon, Plus, X } from '../../../shared/icons.tsx'
import { rich } from '../../../shared/rich.ts'
import { instance } from '../../state/server.ts'
import type { Field } from './draft.ts'

interface EditorProps {
  fields: Signal<readonly Field[]>
  /** as they were saved: some of them are verified */
  saved: Profile['fields']
}

/** Names and what stands beside them: links, pronouns, places. */
export function FieldsEditor({ fields, saved }: EditorProps) {
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
            <Row fields={fields} field={field} index={index} saved={saved} />
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

interface KeysProps {
  fields: Signal<readonly Field[]>
  field: Field
  index: number
}

type RowProps = KeysProps & Pick<EditorProps, 'saved'>

function Row({ fields, field, index, saved }: RowProps) {
  const limits = instance.value?.configuration.accounts
  const n = index + 1
  const since = saved.find(({ value }) => value === field.value.trim())?.verified_at ?? null
  const change = (changes: Partial<Field>) => {
    fields.value = fields.value.map((one) => (one.key === field.key ? { ...one, ...changes } : one))
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
      <RowKeys fields={fields} field={field} index={index} />
      {since !== null && (
        <p class="field-verified small">
          {rich('✓ Verified on {dateOf}', { dateOf: <Time at={since} /> })}
        </p>
      )}
    </div>
  )
}

function RowKeys({ fields, field, index }: KeysProps) {
  const n = index + 1
  const move = (by: -1 | 1) => {
    const others = fields.value.filter(({ key }) => key !== field.key)
    fields.value = others.toSpliced(index + by, 0, field)
  }
  return (
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
  )
}
