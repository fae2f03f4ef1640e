import { Card } from '../../../shared/components/card.tsx'
import { Checkbox, Choices, Select } from '../../../shared/components/fields.tsx'
import { plural, t } from '../../../shared/i18n.ts'
import { canBuzz } from '../../state/haptics.ts'
import { webSetting } from '../../state/web-settings.ts'
import { settingAs } from './setting.ts'

/** How timelines look and begin here; what counts in all apps is in `in-all-apps.tsx`. */
export function Reading() {
  return (
    <Card title={t('Reading')}>
      <Choices
        legend={t('Density of posts')}
        value={settingAs('density')}
        options={[
          { value: 'comfortable', title: t('Comfortable') },
          {
            value: 'compact',
            title: t('Compact'),
            hint: t('More posts at once, with smaller pictures of people'),
          },
        ]}
      />
      <HomeStart />
      <Checkbox
        label={t('Animated pictures and silent videos play by themselves')}
        hint={t('Never on a slow network, and never where the device asks for less movement.')}
        value={settingAs('autoplay')}
      />
      {canBuzz() && (
        <Checkbox
          label={t('The device vibrates shortly for what you do')}
          hint={t('Never where the device asks for less movement.')}
          value={settingAs('haptics')}
        />
      )}
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
    </Card>
  )
}

function HomeStart() {
  const absence = settingAs('home_absence')
  return (
    <>
      <Select
        label={t('The home timeline begins')}
        hint={t('Where you were is one press away when it begins at the newest post.')}
        value={settingAs('home_start')}
        options={[
          ['auto', t('Where you were, after an absence at the newest post')],
          ['newest', t('Always at the newest post')],
          ['left', t('Always where you were')],
        ]}
      />
      {webSetting('home_start').value === 'auto' && (
        <Select
          label={t('You were absent after')}
          value={{
            get value() {
              return String(absence.value)
            },
            set value(hours) {
              absence.value = Number(hours)
            },
          }}
          options={HOURS.map((hours) => [String(hours), plural(hours, '{n} hour', '{n} hours')])}
        />
      )}
    </>
  )
}

const HOURS = [1, 4, 12, 24]
