import { Button } from '../../../shared/components/button.tsx'
import { Card } from '../../../shared/components/card.tsx'
import { Select } from '../../../shared/components/fields.tsx'
import type { NavigationItem } from '../../../shared/components/navigation-link.tsx'
import type { List, Tag } from '../../../shared/entities/api.ts'
import { t } from '../../../shared/i18n.ts'
import { Icon, Menu, Pencil } from '../../../shared/icons.tsx'
import { useGet } from '../../../shared/use-resource.ts'
import { WAY_ICONS } from '../../../shared/way-icons.ts'
import { barWays, everyWay } from '../../frame/bar-ways.ts'
import { namedWay } from '../../frame/pinned-ways.ts'
import { kindOf, MOST_PLACES, withPlace } from '../../state/own-ways.ts'
import { saveWebSetting, webSetting } from '../../state/web-settings.ts'

/** places that cannot be empty */
const LEAST = 3

/** The choice of what the bar at the foot of a phone leads to. */
export function Bar() {
  const ways = barWays()
  const options = useOptions(ways)
  const choose = (at: number, href: string) => {
    const chosen = options.find((one) => one.href === href) ?? null
    const now = withPlace(ways, at, chosen)
    const plain = now.map(({ href, title }) => (kindOf(href) === null ? { href } : { href, title }))
    saveWebSetting('bar', plain)
  }
  return (
    <div id="bar">
      <Card title={t('Bar at the foot of a phone')}>
        <Preview ways={ways} />
        <div class="bar-places">
          {Array.from({ length: MOST_PLACES }, (_, at) => (
            <Select
              key={at}
              label={t('Place {n}', { n: at + 1 })}
              value={{
                get value() {
                  return ways[at]?.href ?? ''
                },
                set value(href) {
                  choose(at, href)
                },
              }}
              options={[
                ...(at >= LEAST ? [['', t('Nothing')] as const] : []),
                ...options.map(({ href, title }) => [href, title] as const),
              ]}
            />
          ))}
        </div>
        <p class="muted small">{t('The button that writes a post, and the menu, stay.')}</p>
        {webSetting('bar').value !== null && (
          <div class="buttons">
            <Button small onClick={() => saveWebSetting('bar', null)}>
              {t('As it was at first')}
            </Button>
          </div>
        )}
      </Card>
    </div>
  )
}

/** Every place, the person's lists and followed hashtags, and what is chosen already. */
function useOptions(chosen: readonly NavigationItem[]): readonly NavigationItem[] {
  const lists = useGet<List[]>('/api/v1/lists').data ?? []
  const tags = useGet<Tag[]>('/api/v1/followed_tags', { limit: 40 }).data ?? []
  const named = [
    ...lists.map(({ id, title }) => ({ href: `/lists/${id}`, title })),
    ...tags.map(({ name }) => ({ href: `/tags/${encodeURIComponent(name)}`, title: `#${name}` })),
  ]
  const all = [...everyWay(), ...named.flatMap((way) => namedWay(way) ?? []), ...chosen]
  return [...new Map(all.map((way) => [way.href, way])).values()]
}

function Preview({ ways }: { ways: readonly NavigationItem[] }) {
  const drawn = ways.map(({ href, title, icon }) => (
    <span key={href} class="bar-place">
      <Icon of={WAY_ICONS[icon]} size={22} />
      <span>{title}</span>
    </span>
  ))
  return (
    <div class="bar-preview" aria-hidden="true">
      {drawn.slice(0, 2)}
      <span class="bar-place bar-write">
        <Icon of={Pencil} size={22} />
      </span>
      {drawn.slice(2)}
      <span class="bar-place">
        <Icon of={Menu} size={22} />
        <span>{t('Menu')}</span>
      </span>
    </div>
  )
}
