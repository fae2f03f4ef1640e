import { type Signal, signal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { t } from '../i18n.ts'
import { withoutCursor } from '../query.ts'
import { addressWith, go, place } from '../router.ts'
import { Select, TextField } from './fields.tsx'
import { Form } from './form.tsx'

export interface Filter {
  /** parameter of the address */
  name: string
  label: string
  /** a choice; without it something is typed. The first is that of an address which says nothing. */
  options?: readonly (readonly [value: string, title: string])[]
  placeholder?: string
}

interface FiltersProps {
  filters: readonly Filter[]
  /** how many are seen at once; the others are folded away unless one of them is used */
  shown?: number
}

/** Filters of a list. The page's address holds their values, so that it can be bookmarked, shared and gone back to. */
export function Filters({ filters, shown = filters.length }: FiltersProps) {
  const { query, path } = place.value
  const key = filters.map(({ name }) => query[name] ?? '').join('\n')
  const values = useMemo(
    () =>
      new Map<string, Signal<string>>(
        filters.map(({ name, options }) => [name, signal(query[name] ?? options?.[0]?.[0] ?? '')]),
      ),
    [key, path],
  )
  const submit = async () => {
    const chosen = filters.map(({ name, options }) => {
      const value = values.get(name)?.value.trim() ?? ''
      return [name, value === options?.[0]?.[0] ? null : value] as const
    })
    go(addressWith(Object.fromEntries(chosen), { path, query: withoutCursor(query) }))
  }
  const isAsked = filters.some(({ name }) => query[name] !== undefined)
  const nothing = Object.fromEntries(filters.map(({ name }) => [name, null]))
  const folded = filters.slice(shown)
  const input = ({ name, label, options, placeholder = '' }: Filter) => {
    const value = values.get(name) ?? signal('')
    return options === undefined ? (
      <TextField key={name} label={label} value={value} placeholder={placeholder} />
    ) : (
      <Select key={name} label={label} value={value} options={options} />
    )
  }
  return (
    <search class="filters">
      <Form inline submit={t('Search')} onSubmit={submit}>
        {filters.slice(0, shown).map(input)}
        {folded.length > 0 && (
          <details class="filters-more" open={folded.some(({ name }) => query[name] !== undefined)}>
            <summary>{t('More filters')}</summary>
            <div class="filters-folded">{folded.map(input)}</div>
          </details>
        )}
      </Form>
      {isAsked && (
        <a class="filters-reset" href={addressWith(nothing, { path, query: withoutCursor(query) })}>
          {t('Show all')}
        </a>
      )}
    </search>
  )
}
