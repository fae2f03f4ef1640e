import { useId } from 'preact/hooks'
import { ACCENTS, type Accent } from '../../../../src/kernel/base/accents.ts'
import { t } from '../../../shared/i18n.ts'
import { server } from '../../../shared/session.ts'
import type { WebSettings } from '../../state/web-settings.ts'
import { settingAs } from './setting.ts'

const NAMES: Readonly<Record<Accent, () => string>> = {
  violet: () => t('Violet'),
  blue: () => t('Blue'),
  teal: () => t('Teal'),
  green: () => t('Green'),
  // i18n: a colour, as of the gem
  amber: () => t('Amber|colour'),
  red: () => t('Red'),
  pink: () => t('Pink'),
  // i18n: a colour, a dark grey
  graphite: () => t('Graphite|colour'),
}

/** Swatches of the accent colours, one of which is chosen. */
export function AccentChoice() {
  const id = useId()
  const accent = settingAs('accent')
  const ways: [WebSettings['accent'], string, string][] = [
    ['server', t('The server’s colour'), server.colour || ACCENTS.violet],
    ...Object.entries(ACCENTS).map(
      ([name, colour]) =>
        [name as Accent, NAMES[name as Accent](), colour] as [Accent, string, string],
    ),
  ]
  return (
    <fieldset class="choices">
      <legend>{t('Accent colour')}</legend>
      <div class="swatches">
        {ways.map(([value, title, colour]) => (
          <label key={value} class="swatch">
            <input
              type="radio"
              name={id}
              value={value}
              checked={accent.value === value}
              onChange={() => {
                accent.value = value
              }}
            />
            <svg width="28" height="28" viewBox="0 0 28 28" aria-hidden="true">
              <circle cx="14" cy="14" r="13" fill={colour} />
              <path class="swatch-mark" stroke="#ffffff" d="m8.5 14.5 3.7 3.7 7.3-8" />
            </svg>
            <span>{title}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
