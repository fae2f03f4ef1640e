import { Card } from '../../../shared/components/card.tsx'
import { Checkbox, Select } from '../../../shared/components/fields.tsx'
import { t } from '../../../shared/i18n.ts'
import { preferences } from '../../state/server.ts'
import { settingAs } from './setting.ts'

/** What of a post is shown at once. What the API knows of it is set for all clients, in the account's settings. */
export function Reading() {
  return (
    <Card title={t('Reading')}>
      <Checkbox
        label={t('Animated pictures and silent videos play by themselves')}
        hint={t('Never on a slow network, and never where the device asks for less movement.')}
        value={settingAs('autoplay')}
      />
      <Select
        label={t('Saving data')}
        hint={t('Pictures and videos are loaded when you ask for them.')}
        value={settingAs('save_data')}
        options={[
          ['auto', t('On a slow network')],
          ['on', t('Always')],
          ['off', t('Never')],
        ]}
      />
      <ServerReading />
    </Card>
  )
}

function ServerReading() {
  const known = preferences.value
  return (
    <div class="preferences-elsewhere">
      {known !== null && (
        <ul>
          <li>
            {known['reading:expand:spoilers']
              ? t('Posts with a content warning are shown unfolded.')
              : t('Posts with a content warning are shown folded.')}
          </li>
          <li>{mediaWords(known['reading:expand:media'])}</li>
        </ul>
      )}
      <a href="/settings/preferences">
        {t('Change this, and how your posts begin, for all your apps')}
      </a>
    </div>
  )
}

function mediaWords(expand: 'default' | 'show_all' | 'hide_all'): string {
  if (expand === 'show_all') return t('All media are shown, sensitive ones too.')
  if (expand === 'hide_all') return t('All media are covered until you ask for them.')
  return t('Sensitive media are covered until you ask for them.')
}
