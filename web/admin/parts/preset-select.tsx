import type { Signal } from '@preact/signals'
import { Select } from '../../shared/components/fields.tsx'
import type { WarningPreset } from '../../shared/entities/admin.ts'
import { t } from '../../shared/i18n.ts'
import { useGet } from '../../shared/use-resource.ts'

/** Texts that are written once for all; nothing where there are none. */
export function PresetSelect({ value }: { value: Signal<string> }) {
  const presets = useGet<WarningPreset[]>('/api/rookery/v1/admin/warning_presets')
  if (presets.data === null || presets.data.length === 0) return null
  const chosen = presets.data.find(({ id }) => id === value.value)
  return (
    <Select
      label={t('Prepared text')}
      value={value}
      options={[
        ['', t('None')],
        ...presets.data.map(({ id, title, text }) => [id, title || text.slice(0, 60)] as const),
      ]}
      hint={chosen?.text}
    />
  )
}
