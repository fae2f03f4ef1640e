import { t } from '../../../shared/i18n.ts'
import { place } from '../../../shared/router.ts'

/** Tabs of the pages about a status: favourites, boosts, quotes, edits. @param path of the status */
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
