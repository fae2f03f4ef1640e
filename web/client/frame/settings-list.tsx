import { settingsList } from '../../../src/surfaces/pages/frame/settings-list.ts'
import { isAt } from '../../../src/surfaces/pages/frame/ways.ts'
import { t } from '../../shared/i18n.ts'
import { place } from '../../shared/router.ts'

/** The list of settings beside those that are pages of the client, as the server draws it beside the others. */
export function SettingsList() {
  const { path } = place.value
  return (
    <nav class="frame-list" aria-label={t('Settings')}>
      {settingsList(t).map(({ title, pages }) => (
        <div key={title}>
          <p class="frame-list-group">{title}</p>
          <ul>
            {pages.map(({ href, title: name }) => (
              <li key={href}>
                <a
                  href={href}
                  aria-current={isAt({ href, below: true }, path) ? 'page' : undefined}
                >
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}
