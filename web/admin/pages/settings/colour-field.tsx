import { type Holder, TextField } from '../../../shared/components/fields.tsx'
import { t } from '../../../shared/i18n.ts'

interface ColourFieldProps {
  label: string
  name: string
  hint: string
  value: Holder<string>
}

const VIOLET = '#5b46c9'

/** A colour, typed or picked; empty: that of the software. */
export function ColourField({ value, ...field }: ColourFieldProps) {
  const isWhole = /^#[0-9a-f]{6}$/i.test(value.value)
  return (
    <div class="colour-field">
      <TextField {...field} mono placeholder={VIOLET} maxLength={7} value={value} />
      <input
        type="color"
        aria-label={t('Pick the accent colour')}
        value={isWhole ? value.value : VIOLET}
        onInput={(event) => {
          value.value = event.currentTarget.value
        }}
      />
    </div>
  )
}
