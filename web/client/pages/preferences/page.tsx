import './preferences.css'
import { useEffect } from 'preact/hooks'
import { OFFERED } from '../../../../src/kernel/text/locales.ts'
import { Card } from '../../../shared/components/card.tsx'
import { Checkbox, Choices, Select } from '../../../shared/components/fields.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { t } from '../../../shared/i18n.ts'
import { matches } from '../../../shared/media-query.ts'
import { chooseLanguage } from '../../state/choose-language.ts'
import { AccentChoice } from './accent-choice.tsx'
import { Bar } from './bar.tsx'
import { InAllApps } from './in-all-apps.tsx'
import { Reading } from './reading.tsx'
import { settingAs } from './setting.ts'
import { SettingsLinks } from './settings-links.tsx'

/** as in frame-wide.css: there is no room for the list of settings beside the page */
const isPhone = matches('(max-width: 47.99rem)')

/** How the client looks and behaves, and the way to all that the server keeps. */
export function Page() {
  useHash()
  return (
    <>
      <PageHead
        title={t('Preferences')}
        lead={t(
          'What you choose takes effect at once, and in your other browsers the next time you open them.',
        )}
      />
      <div class="preferences">
        <Appearance />
        <Reading />
        <Bar />
        <Asking />
        <Keyboard />
        <InAllApps />
        {isPhone.value && <SettingsLinks />}
      </div>
    </>
  )
}

function Appearance() {
  return (
    <Card title={t('Appearance')}>
      <Choices
        legend={t('Colours')}
        value={settingAs('theme')}
        options={[
          { value: 'system', title: t('Follow the device') },
          { value: 'light', title: t('Light') },
          { value: 'dark', title: t('Dark') },
          {
            value: 'contrast',
            title: t('High contrast'),
            hint: t('Light or dark like the device, with stronger colours and lines'),
          },
        ]}
      />
      <AccentChoice />
      <Checkbox
        label={t('Profiles in the colours of their banner or picture')}
        value={settingAs('tint_profiles')}
      />
      <Choices
        legend={t('Size of text')}
        value={settingAs('text_size')}
        options={[
          { value: 'small', title: t('Small') },
          { value: 'normal', title: t('Normal|size of text') },
          { value: 'large', title: t('Large') },
          { value: 'larger', title: t('Very large') },
        ]}
      />
      <Select
        label={t('Font')}
        value={settingAs('font')}
        options={[
          ['system', t('Font of the device')],
          ['browser', t('Font set in the browser')],
          ['serif', t('Font with serifs')],
        ]}
      />
      <Select
        label={t('Motion')}
        value={settingAs('motion')}
        options={[
          ['system', t('Follow the device')],
          ['reduced', t('As little as possible')],
        ]}
      />
      <Language />
    </Card>
  )
}

function Language() {
  const language = settingAs('language')
  return (
    <Select
      label={t('Language of the interface')}
      hint={t('What others write stays as it is.')}
      value={{
        get value() {
          return language.value
        },
        set value(tag) {
          void chooseLanguage(tag)
        },
      }}
      options={[
        ['', t('Follow the browser')],
        ...OFFERED.map(({ tag, name }) => [tag, name] as const),
      ]}
    />
  )
}

function Asking() {
  return (
    <Card title={t('Ask before')}>
      <Checkbox
        label={t('Posting media without a description')}
        value={settingAs('ask_description')}
      />
      <Checkbox label={t('Boosting a post')} value={settingAs('ask_boost')} />
      <Checkbox label={t('Deleting a post')} value={settingAs('ask_delete')} />
      <Checkbox label={t('Unfollowing someone')} value={settingAs('ask_unfollow')} />
    </Card>
  )
}

function Keyboard() {
  return (
    <div id="keyboard">
      <Card title={t('Keyboard')}>
        <Checkbox
          label={t('Single-key shortcuts')}
          hint={t(
            'Switch them off if you press keys by accident or use speech input. Those with Ctrl or Cmd stay.',
          )}
          value={settingAs('shortcuts')}
        />
        <p>
          <a href="/keyboard">{t('See all keyboard shortcuts')}</a>
        </p>
      </Card>
    </div>
  )
}

/** Links into the page find their place once it is drawn. */
function useHash(): void {
  useEffect(() => {
    const { hash } = location
    if (hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [])
}
