import { t } from '../../../shared/i18n.ts'
import { place } from '../../../shared/router.ts'

/** What there is to know of a status beside what it says, each a page of its own. @param path of the status */
export function StatusTabs({ path }: { path: string }) {
  const tabs: [string, string][] = [
    ['favourites', t('Favourites')],
    ['reblogs', t('Boosts')],
    ['quotes', t('Quotes')],
    ['history', t('Edits')],
  ]
  return (
    <nav class="tabs" aria-label={t('About the post')}>
      {tabs.map(([name, title]) => (
        <a
          key={name}
          href={`${path}/${name}`}
          aria-current={place.value.path.endsWith(`/${name}`) ? 'page' : undefined}
        >
          {title}
        </a>
      ))}
    </nav>
  )
}
