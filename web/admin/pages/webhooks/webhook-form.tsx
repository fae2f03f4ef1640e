import { type Signal, useSignal } from '@preact/signals'
import { Checkbox, TextArea, TextField } from '../../../shared/components/fields.tsx'
import { Form } from '../../../shared/components/form.tsx'
import type { Webhook } from '../../../shared/entities/operations.ts'
import { t } from '../../../shared/i18n.ts'
import { rich } from '../../../shared/rich.ts'
import { EVENTS } from './events.ts'

interface WebhookFormProps {
  webhook: Webhook
  onSave: (body: object) => Promise<void>
}

export function WebhookForm({ webhook, onSave }: WebhookFormProps) {
  const isNew = webhook.id === ''
  const url = useSignal(webhook.url)
  const events = useSignal<readonly string[]>(webhook.events)
  const enabled = useSignal(webhook.enabled)
  const template = useSignal(webhook.template ?? '')
  const save = () =>
    onSave({
      url: url.value.trim(),
      events: [...events.value],
      enabled: enabled.value,
      template: template.value,
    })
  return (
    <Form
      submit={isNew ? t('Add the webhook') : t('Save')}
      disabled={events.value.length === 0}
      onSubmit={save}
      {...(isNew ? {} : { done: t('Saved') })}
    >
      <TextField
        label={t('Address')}
        name="url"
        type="url"
        required
        placeholder="https://chat.example/hooks/moderation"
        value={url}
      />
      <Events chosen={events} />
      {events.value.length === 0 && <p class="muted small">{t('Choose at least one.')}</p>}
      <Checkbox label={t('It is on')} value={enabled} />
      <TextArea
        label={t('What is sent instead')}
        name="template"
        mono
        rows={3}
        maxLength={10_000}
        hint={rich(
          'For programs that want a form of their own: {code} becomes that part of the event. Empty: the event as it is.',
          { code: <code>{'{{ object.id }}'}</code> },
        )}
        value={template}
      />
    </Form>
  )
}

function Events({ chosen }: { chosen: Signal<readonly string[]> }) {
  const toggle = (name: string, on: boolean) => {
    const others = chosen.value.filter((one) => one !== name)
    chosen.value = on ? [...others, name] : others
  }
  return (
    <fieldset class="choices">
      <legend>{t('What it is told of')}</legend>
      {[...EVENTS].map(([name, { title, hint }]) => (
        <label key={name} class="choice">
          <input
            type="checkbox"
            checked={chosen.value.includes(name)}
            onChange={(event) => toggle(name, event.currentTarget.checked)}
          />
          <span>
            {title} <code class="muted small">{name}</code>
            <span class="hint">{hint}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
