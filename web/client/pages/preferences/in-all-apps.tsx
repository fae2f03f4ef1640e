import { OFFERED } from '../../../../src/kernel/text/locales.ts'
import { Card } from '../../../shared/components/card.tsx'
import { Checkbox, Choices, Select } from '../../../shared/components/fields.tsx'
import { Loaded } from '../../../shared/components/loaded.tsx'
import { tell } from '../../../shared/components/toast.tsx'
import type { AccountPreferences } from '../../../shared/entities/api.ts'
import { t } from '../../../shared/i18n.ts'
import type { Resource } from '../../../shared/use-resource.ts'
import { languageChoices } from '../../compose/languages.ts'
import { TimelineLanguages } from '../../compose/timeline-languages.tsx'
import { accountSetting, useAccountPreferences } from './account-setting.ts'

/** Preferences that the server keeps and every app goes by. */
export function InAllApps() {
  const found = useAccountPreferences()
  return (
    <>
      <Loaded from={found}>
        {(known) => (
          <>
            <NewPosts from={found} known={known} />
            <WhatIsShown from={found} known={known} />
            <LanguageAndTime from={found} known={known} />
          </>
        )}
      </Loaded>
      <Card title={t('Languages of public timelines')}>
        <TimelineLanguages
          submit={t('Save the languages')}
          onSaved={() => tell(t('Your languages are saved'))}
        />
      </Card>
    </>
  )
}

interface PartProps {
  from: Resource<AccountPreferences>
  known: AccountPreferences
}

function NewPosts({ from, known }: PartProps) {
  return (
    <Card title={t('New posts')}>
      <p class="muted">
        {t('How they begin, in all your apps. You can choose otherwise for each.')}
      </p>
      <Choices
        legend={t('Who sees them')}
        value={accountSetting(from, known, 'default_privacy')}
        options={[
          {
            value: 'public',
            title: t('Public'),
            hint: t('Everybody sees it, and it is in public timelines.'),
          },
          {
            value: 'unlisted',
            title: t('Quiet public'),
            hint: t('Everybody sees it; no public timeline has it.'),
          },
          { value: 'private', title: t('Followers'), hint: t('Only your followers see it.') },
        ]}
      />
      <Select
        label={t('Who may quote them')}
        value={accountSetting(from, known, 'default_quote_policy')}
        options={[
          ['public', t('Everybody')],
          ['followers', t('My followers')],
          ['nobody', t('Nobody but me')],
        ]}
      />
      <Select
        label={t('Their language')}
        value={accountSetting(from, known, 'default_language')}
        options={[['', t('Your language')], ...namedLanguages()]}
      />
      <Checkbox
        label={t('Mark media as sensitive')}
        value={accountSetting(from, known, 'default_sensitive')}
      />
    </Card>
  )
}

function WhatIsShown({ from, known }: PartProps) {
  return (
    <Card title={t('What posts show in all your apps')}>
      <Choices
        legend={t('Media')}
        value={accountSetting(from, known, 'expand_media')}
        options={[
          { value: 'default', title: t('Hide what is marked as sensitive') },
          { value: 'show_all', title: t('Show all media') },
          { value: 'hide_all', title: t('Hide all media') },
        ]}
      />
      <Checkbox
        label={t('Open posts with content warnings')}
        value={accountSetting(from, known, 'expand_spoilers')}
      />
      <Checkbox
        label={t('Let moving pictures move by themselves')}
        hint={t('In your other apps; here there is a choice of its own above.')}
        value={accountSetting(from, known, 'autoplay_gifs')}
      />
    </Card>
  )
}

function LanguageAndTime({ from, known }: PartProps) {
  const spoken = OFFERED.map(({ tag, name }) => [tag, name] as const)
  const others = namedLanguages().filter(([code]) => !spoken.some(([tag]) => tag === code))
  return (
    <Card title={t('Language and time')}>
      <Select
        label={t('Your language')}
        hint={t(
          'Pages, mails and notifications speak it where they can, and posts are translated into it.',
        )}
        value={accountSetting(from, known, 'locale')}
        options={withKnown([...spoken, ...others], known.locale)}
      />
      <Select
        label={t('Time zone')}
        hint={t('When a day begins and ends in searches by date.')}
        value={accountSetting(from, { ...known, time_zone: known.time_zone ?? 'UTC' }, 'time_zone')}
        options={withKnown(zones(), known.time_zone ?? 'UTC')}
      />
    </Card>
  )
}

type Option = readonly [value: string, title: string]

function namedLanguages(): Option[] {
  const { recent, others } = languageChoices()
  return [...recent, ...others].map(({ code, name }) => [code, name])
}

const zones = (): Option[] =>
  [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])].map((name) => [
    name,
    name.replaceAll('_', ' '),
  ])

/** The options, with the one that is set even if it is none of them. */
const withKnown = (options: readonly Option[], known: string): Option[] =>
  options.some(([value]) => value === known) ? [...options] : [[known, known], ...options]
