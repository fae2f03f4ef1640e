import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { api } from '../../../../shared/api.ts'
import { ActionButton } from '../../../../shared/components/action-button.tsx'
import { Select, TextArea, TextField } from '../../../../shared/components/fields.tsx'
import type { AdminAccount, MailPreview, WarningPreset } from '../../../../shared/entities/admin.ts'
import { t } from '../../../../shared/i18n.ts'
import { useGet } from '../../../../shared/use-resource.ts'

interface LetterFieldsProps {
  subject: Signal<string>
  text: Signal<string>
  /** somebody who gets it: it is shown as they would read it */
  reader: AdminAccount | undefined
}

/** Subject and text of a mail, with what its reader will see. */
export function LetterFields({ subject, text, reader }: LetterFieldsProps) {
  const preview = useSignal<MailPreview | null>(null)
  // what is shown must be what is sent
  useEffect(() => {
    preview.value = null
  }, [subject.value, text.value])
  const isWhole = subject.value.trim() !== '' && text.value.trim() !== ''
  return (
    <>
      <Templates text={text} />
      <TextField label={t('Subject')} name="subject" value={subject} required maxLength={150} />
      <TextArea
        label={t('Text')}
        name="text"
        rows={6}
        value={text}
        required
        maxLength={5000}
        hint={t('Plain text. A greeting and a word on who writes stand above it.')}
      />
      {/* no bar of buttons: those end the window */}
      {reader !== undefined && (
        <div>
          <ActionButton
            small
            disabled={!isWhole}
            run={async () => {
              const path = `/api/rookery/v1/admin/accounts/${reader.id}/mails/preview`
              const letter = { subject: subject.value, text: text.value }
              preview.value = await api.post<MailPreview>(path, letter)
            }}
          >
            {t('Show it as @{username} gets it', { username: reader.username })}
          </ActionButton>
        </div>
      )}
      {preview.value !== null && <Preview mail={preview.value} />}
    </>
  )
}

/** Texts for warnings that are written once for all, as a beginning. */
function Templates({ text }: { text: Signal<string> }) {
  const presets = useGet<WarningPreset[]>('/api/rookery/v1/admin/warning_presets')
  const known = presets.data ?? []
  if (known.length === 0) return null
  const chosen = {
    get value() {
      return known.find((preset) => preset.text === text.value)?.id ?? ''
    },
    set value(id: string) {
      text.value = known.find((preset) => preset.id === id)?.text ?? ''
    },
  }
  return (
    <Select
      label={t('Prepared text')}
      value={chosen}
      options={[
        ['', t('None')],
        ...known.map(({ id, title, text: words }) => [id, title || words.slice(0, 60)] as const),
      ]}
    />
  )
}

function Preview({ mail }: { mail: MailPreview }) {
  const { to, sender, reply_to, language, subject, text } = mail
  const element = useRef<HTMLElement>(null)
  useEffect(() => element.current?.scrollIntoView({ block: 'nearest' }), [])
  return (
    <section ref={element} class="mail-preview" aria-label={t('Preview')}>
      <dl class="mail-head">
        <dt>{t('From|mail')}</dt>
        <dd>
          <bdi>{sender}</bdi>
        </dd>
        <dt>{t('To|mail')}</dt>
        <dd>{to}</dd>
        <dt>{t('Answers go to')}</dt>
        <dd>{reply_to ?? t('nobody: the settings name no contact')}</dd>
        <dt>{t('Subject')}</dt>
        <dd dir="auto">{subject}</dd>
      </dl>
      <div class="mail-text" dir="auto" lang={language}>
        {text}
      </div>
    </section>
  )
}
