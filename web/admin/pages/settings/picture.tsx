import { useSignal } from '@preact/signals'
import { api } from '../../../shared/api.ts'
import { ActionButton } from '../../../shared/components/action-button.tsx'
import { Card } from '../../../shared/components/card.tsx'
import { FileField, TextField } from '../../../shared/components/fields.tsx'
import { Form } from '../../../shared/components/form.tsx'
import type {
  Banner,
  Icon,
  SettingDescription,
  Settings,
  SettingValue,
} from '../../../shared/entities/settings.ts'
import { t } from '../../../shared/i18n.ts'
import { useFilePreview } from '../../../shared/use-file-preview.ts'
import { titleOf } from './titles.ts'

interface PictureProps {
  setting: SettingDescription
  value: SettingValue
  onChange: (settings: Settings) => void
}

/** A picture of the server: the one that is there, another one to be looked at before it is sent. */
export function Picture({ setting: { name, description }, value, onChange }: PictureProps) {
  const path = `/api/rookery/v1/admin/settings/${name}`
  const isBanner = name === 'banner'
  const file = useSignal<File | null>(null)
  const words = useSignal((value as Banner | null)?.description ?? '')
  const preview = useFilePreview(file.value)
  const shown = preview ?? addressOf(value)
  const send = async () => {
    const body = new FormData()
    if (file.value !== null) body.append('file', file.value)
    if (isBanner) body.append('description', words.value)
    onChange(await api.put<Settings>(path, body))
    file.value = null
  }
  return (
    <Card title={titleOf(name)}>
      <p class="muted">{description}</p>
      {shown === null ? (
        <p class="muted">{t('There is none.')}</p>
      ) : (
        <img
          class={isBanner ? 'setting-banner' : 'setting-icon'}
          src={shown}
          alt={preview === null ? t('As it is now') : t('As it will be')}
        />
      )}
      <Form
        submit={file.value === null ? t('Save') : t('Use this picture')}
        disabled={file.value === null && (value === null || !isBanner)}
        onSubmit={send}
        done={t('Saved')}
      >
        <FileField
          key={addressOf(value)}
          label={t('Another picture')}
          name="file"
          accept="image/png,image/jpeg,image/webp,image/gif,image/avif"
          value={file}
        />
        {isBanner && (
          <TextField
            label={t('Description')}
            name="description"
            hint={t('For those who do not see it.')}
            value={words}
          />
        )}
      </Form>
      {value !== null && (
        <Removal name={name} run={async () => onChange(await api.delete<Settings>(path))} />
      )}
    </Card>
  )
}

function Removal({ name, run }: { name: string; run: () => Promise<void> }) {
  return (
    <div class="buttons end">
      <ActionButton
        question={{
          title: t('Remove the {name}?', { name }),
          text: t('The one that comes with the software is shown instead.'),
          confirm: t('Remove it'),
          danger: true,
        }}
        done={t('Removed')}
        run={run}
      >
        {t('Remove…')}
      </ActionButton>
    </div>
  )
}

function addressOf(value: SettingValue): string | null {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return null
  if ('url' in value) return (value as Banner).url
  return 'sizes' in value ? ((value as Icon).sizes.at(-1)?.src ?? null) : null
}
