import { api } from '../../../shared/api.ts'
import { Loaded } from '../../../shared/components/loaded.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { Tabs } from '../../../shared/components/tabs.tsx'
import type { SettingDescription, Settings } from '../../../shared/entities/settings.ts'
import { t } from '../../../shared/i18n.ts'
import { rich } from '../../../shared/rich.ts'
import { place } from '../../../shared/router.ts'
import { useResource } from '../../../shared/use-resource.ts'
import { GroupForm } from './group-form.tsx'
import { Picture } from './picture.tsx'
import { titleOf } from './titles.ts'
import './settings.css'

const PATH = '/api/rookery/v1/admin/settings'

/** has versions, which a form cannot show */
const OWN_PAGE = 'terms_of_service'

interface Found {
  schema: SettingDescription[]
  settings: Settings
}

/** Everything that can change while the server runs. The server says what there is. */
export function Page() {
  const found = useResource<Found>('settings', async () => {
    const [{ settings: schema }, settings] = await Promise.all([
      api.get<{ settings: SettingDescription[] }>(`${PATH}/schema`),
      api.get<Settings>(PATH),
    ])
    return { schema, settings }
  })
  return (
    <>
      <PageHead
        title={t('Settings')}
        lead={t('Changes count at once. What the environment of the process says is not here.')}
      />
      <Loaded from={found}>
        {({ schema, settings }) => (
          <Groups
            schema={schema}
            settings={settings}
            onChange={(changed) => found.set({ schema, settings: changed })}
          />
        )}
      </Loaded>
    </>
  )
}

interface GroupsProps extends Found {
  onChange: (settings: Settings) => void
}

function Groups({ schema, settings, onChange }: GroupsProps) {
  const groups = [...new Set(schema.map(({ group }) => group))]
  const wanted = place.value.query.group
  const group = groups.find((name) => name === wanted) ?? groups[0] ?? ''
  const shown = schema.filter(({ group: of, name }) => of === group && name !== OWN_PAGE)
  const pictures = shown.filter(({ kind }) => kind === 'picture')
  const others = shown.filter(({ kind }) => kind !== 'picture')
  return (
    <>
      <Tabs
        label={t('Kinds of settings')}
        name="group"
        options={groups.map((name) => [name, titleOf(name)] as const)}
      />
      <GroupForm
        key={group}
        descriptions={others}
        settings={settings}
        onSave={async (changes) => {
          const saved = await api.put<Settings>(PATH, changes)
          onChange(saved)
          return saved
        }}
      />
      {schema.some(({ group: of, name }) => of === group && name === OWN_PAGE) && (
        <p class="beside-settings">
          {rich('The terms of service have versions, and <link>a page of their own</link>.', {
            link: (text) => <a href="/admin/terms">{text}</a>,
          })}
        </p>
      )}
      {pictures.map((setting) => (
        <Picture
          key={setting.name}
          setting={setting}
          value={settings[setting.name] ?? null}
          onChange={onChange}
        />
      ))}
    </>
  )
}
