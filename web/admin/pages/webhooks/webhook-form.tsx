import { useSignal } from '@preact/signals'
import { Checkbox, TextArea, TextField } from '../../../shared/components/fields.tsx'
import { Form } from '../../../shared/components/form.tsx'
import type { Webhook } from '../../../shared/entities/operations.ts'
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
  const toggle = (name: string, on: boolean) => {
    const others = events.value.filter((one) => one !== name)
    events.value = on ? [...others, name] : others
  }
  const save = () =>
    onSave({
      url: url.value.trim(),
      events: [...events.value],
      enabled: enabled.value,
      template: template.value,
    })
  return (
    <Form
      submit={isNew ? 'Add the webhook' : 'Save'}
      disabled={events.value.length === 0}
      onSubmit={save}
      {...(isNew ? {} : { done: 'Saved' })}
    >
      <TextField
        label="Address"
        name="url"
        type="url"
        required
        placeholder="https://chat.example/hooks/moderation"
        value={url}
      />
      <fieldset class="choices">
        <legend>What it is told of</legend>
        {[...EVENTS].map(([name, { title, hint }]) => (
          <label key={name} class="choice">
            <input
              type="checkbox"
              checked={events.value.includes(name)}
              onChange={(event) => toggle(name, event.currentTarget.checked)}
            />
            <span>
              {title} <code class="muted small">{name}</code>
              <span class="hint">{hint}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {events.value.length === 0 && <p class="muted small">Choose at least one.</p>}
      <Checkbox label="It is on" value={enabled} />
      <TextArea
        label="What is sent instead"
        name="template"
        mono
        rows={3}
        maxLength={10_000}
        hint={
          <>
            For programs that want a form of their own: <code>{'{{ object.id }}'}</code> becomes
            that part of the event. Empty: the event as it is.
          </>
        }
        value={template}
      />
    </Form>
  )
}
