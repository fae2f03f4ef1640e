import { type Signal, signal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { Checkbox, Select, TextArea, TextField } from '../../../shared/components/fields.tsx'
import { Form } from '../../../shared/components/form.tsx'
import type { Document, SettingDescription, Settings } from '../../../shared/entities/settings.ts'
import { formatDate } from '../../../shared/format.ts'
import { t } from '../../../shared/i18n.ts'
import { ColourField } from './colour-field.tsx'
import { asTyped, changesOf } from './form-values.ts'
import { LooksPreview } from './looks-preview.tsx'
import { choiceTitle, titleOf } from './titles.ts'

interface GroupFormProps {
  descriptions: readonly SettingDescription[]
  settings: Settings
  /** @returns all settings as they are then */
  onSave: (changes: Record<string, unknown>) => Promise<Settings>
}

type Typed = ReadonlyMap<string, Signal<string | boolean>>

/** The settings of one group as a form, made of what the server says about them. */
export function GroupForm({ descriptions, settings, onSave }: GroupFormProps) {
  const before = (name: string) => {
    const kind = descriptions.find((setting) => setting.name === name)?.kind ?? 'text'
    return asTyped(kind, settings[name] ?? null)
  }
  // typed once: what is saved is what stands there
  const typed: Typed = useMemo(
    () => new Map(descriptions.map(({ name }) => [name, signal(before(name))])),
    [],
  )
  const changes = changesOf(descriptions, before, (name) => typed.get(name)?.value ?? '')
  const save = async () => {
    const saved = await onSave(changes)
    for (const { name, kind } of descriptions) {
      const text = typed.get(name)
      if (text !== undefined) text.value = asTyped(kind, saved[name] ?? null)
    }
  }
  const isChanged = Object.keys(changes).length > 0
  return (
    <Form
      submit={isChanged ? t('Save the changes') : t('Saved')}
      disabled={!isChanged}
      onSubmit={save}
      done={t('Saved')}
    >
      {descriptions.map((setting) => (
        <Setting
          key={setting.name}
          setting={setting}
          typed={typed.get(setting.name)}
          changedAt={(settings[setting.name] as Document | null)?.updated_at ?? null}
        />
      ))}
      {typed.has('custom_css') && (
        <LooksPreview
          colour={textIn(typed, 'accent_colour')}
          styles={textIn(typed, 'custom_css')}
        />
      )}
    </Form>
  )
}

const textIn = (typed: Typed, name: string): string => String(typed.get(name)?.value ?? '')

interface SettingProps {
  setting: SettingDescription
  typed: Signal<string | boolean> | undefined
  /** of a document, ISO 8601 */
  changedAt: string | null
}

function Setting({ setting, typed, changedAt }: SettingProps) {
  if (typed === undefined) return null
  const { name, kind, choices = [] } = setting
  const text = typed as Signal<string>
  const field = { label: titleOf(name), name, hint: hintOf(setting, changedAt) }
  switch (kind) {
    case 'switch':
      return <Checkbox {...field} value={typed as Signal<boolean>} />
    case 'choice':
      return (
        <Select
          {...field}
          value={text}
          options={choices.map((choice) => [choice, choiceTitle(choice)] as const)}
        />
      )
    case 'multiline':
      return <TextArea {...field} rows={4} value={text} />
    case 'document':
    case 'styles':
      return <TextArea {...field} mono rows={12} value={text} />
    case 'colour':
      return <ColourField {...field} value={text} />
    case 'handles':
    case 'collections':
      return <TextArea {...field} rows={4} value={text} />
    case 'number':
      return <TextField {...field} type="number" min={0} value={text} />
    case 'bytes':
      return (
        <TextField
          {...field}
          type="number"
          min={0}
          value={text}
          label={t('{label}, in GB', { label: field.label })}
        />
      )
    case 'languages':
      return <TextField {...field} value={text} />
    default:
      return <TextField {...field} value={text} />
  }
}

function hintOf({ kind, description }: SettingDescription, changedAt: string | null): string {
  if (kind === 'handles') return t('{description} One a line.', { description })
  if (kind === 'languages') return t('{description} Codes as “en, de”.', { description })
  if ((kind !== 'document' && kind !== 'styles') || changedAt === null) return description
  return t('{description} Changed {time}.', { description, time: formatDate(changedAt) })
}
