import type { ComponentChildren } from 'preact'
import { t } from '../i18n.ts'
import { cursorIn, withoutCursor } from '../query.ts'
import { addressWith, place } from '../router.ts'
import type { PagedList } from '../use-resource.ts'
import { ErrorNotice, Loading } from './notice.tsx'

interface ListProps<T> {
  list: PagedList<T>
  /** for readers of the screen */
  label: string
  /** what stands there if there is nothing */
  empty: ComponentChildren
  children: (item: T) => ComponentChildren
  keyOf: (item: T) => string
  /** without a frame around each entry, as for cards that bring their own */
  bare?: boolean
}

/** Entries of a list below each other, with the way to the pages before and after. */
export function List<T>({ list, label, empty, children, keyOf, bare }: ListProps<T>) {
  return (
    <Paged list={list} empty={empty}>
      <ul class={bare ? 'entries bare' : 'entries'} aria-label={label}>
        {list.items.map((item) => (
          <li key={keyOf(item)}>{children(item)}</li>
        ))}
      </ul>
    </Paged>
  )
}

interface PagedProps {
  list: PagedList<unknown>
  empty: ComponentChildren
  children: ComponentChildren
}

/** Common states of lists and tables: loading, error, empty, further pages. */
export function Paged({ list, empty, children }: PagedProps) {
  const { data, error, loading, reload } = list
  if (data === null && error === null) return <Loading />
  return (
    <>
      {error !== null && <ErrorNotice error={error} retry={() => void reload()} />}
      {data !== null && (
        <div class="paged" aria-busy={loading ? 'true' : undefined}>
          {data.items.length === 0 ? <div class="empty">{empty}</div> : children}
          <Pager list={list} />
        </div>
      )}
    </>
  )
}

/** Links to the newer and older entries; nothing where all of them are on one page. */
export function Pager({ list }: { list: PagedList<unknown> }) {
  const { next = null, previous = null } = list.data ?? {}
  const { path, query } = place.value
  const isFirst = Object.keys(cursorIn(query)).length === 0
  const isLast = next === null || list.items.length === 0
  if (isFirst && isLast) return null
  const at = (cursor: Record<string, string>) =>
    addressWith(cursor, { path, query: withoutCursor(query) })
  return (
    <nav class="pager" aria-label={t('Pages of the list')}>
      {isFirst ? <span /> : <a href={at({})}>« {t('First page')}</a>}
      {previous !== null && !isFirst && <a href={at(previous)}>‹ {t('Back')}</a>}
      {!isLast && next !== null && <a href={at(next)}>{t('Further')} ›</a>}
    </nav>
  )
}
