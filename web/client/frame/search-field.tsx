import { t } from '../../shared/i18n.ts'
import { Icon, Search } from '../../shared/icons.tsx'
import { go, place } from '../../shared/router.ts'

/** Leads to the page of search, which has a field of its own. */
export function SearchField() {
  if (place.value.path === '/search') return null
  const search = (event: SubmitEvent) => {
    event.preventDefault()
    const q = new FormData(event.currentTarget as HTMLFormElement).get('q')
    go(`/search?${new URLSearchParams({ q: String(q ?? '').trim() })}`)
  }
  return (
    <search>
      <form class="search-field" action="/search" onSubmit={search}>
        <Icon of={Search} size={18} />
        <input
          type="search"
          name="q"
          aria-label={t('Search')}
          aria-keyshortcuts="Control+K Meta+K"
          placeholder={t('Search')}
          autocomplete="off"
          enterkeyhint="search"
        />
      </form>
    </search>
  )
}
