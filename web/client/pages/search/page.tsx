import { useSignal } from '@preact/signals'
import { useEffect, useState } from 'preact/hooks'
import { LinkButton } from '../../../shared/components/button.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { Tabs } from '../../../shared/components/tabs.tsx'
import { tellError } from '../../../shared/components/toast.tsx'
import { t } from '../../../shared/i18n.ts'
import { addressWith, go, place } from '../../../shared/router.ts'
import { viewer } from '../../../shared/session.ts'
import { Everything } from './everything.tsx'
import { type Kind, OneKind } from './one-kind.tsx'
import { OperatorChips } from './operator-chips.tsx'
import { hasOperators } from './operators.ts'
import { rememberSearch } from './recent.ts'
import { namesOne, resolve } from './resolve.ts'
import { SearchCombobox } from './search-combobox.tsx'
import './search.css'

const KINDS: readonly string[] = ['accounts', 'hashtags', 'statuses'] satisfies Kind[]

/** One field for everything: people, hashtags, posts, and addresses of them anywhere. */
export function Page() {
  const { q = '', type = '' } = place.value.query
  const text = useSignal(q)
  const { search, isResolving } = useSearch(q)
  useEffect(() => {
    text.value = q
  }, [q, text])
  return (
    <>
      <PageHead
        title={q === '' ? t('Search') : t('Search: {text}', { text: q })}
        heading={t('Search')}
      />
      <SearchCombobox
        text={text}
        search={search}
        busy={isResolving}
        hint={q === '' ? 'search-hint' : undefined}
      />
      {q === '' && <Hint />}
      {viewer !== null && (
        <OperatorChips
          text={text.value}
          change={(changed) => {
            text.value = changed
            document.querySelector<HTMLInputElement>('.search-form input')?.focus()
          }}
        />
      )}
      {q === '' ? <Beginning /> : <Results q={q} type={type} />}
    </>
  )
}

/** Searches, and goes directly to what is named by its address. */
function useSearch(q: string) {
  const [isResolving, setResolving] = useState(false)
  const open = async (text: string) => {
    setResolving(true)
    try {
      const path = await resolve(text)
      if (path !== null && place.peek().query.q === text) go(path, { replace: true })
    } catch (error) {
      tellError(error)
    } finally {
      setResolving(false)
    }
  }
  // also for who comes with an address from elsewhere, as from a link of a bookmark
  useEffect(() => {
    if (namesOne(q)) void open(q)
  }, [q])
  const search = (text: string) => {
    if (text === '') return
    rememberSearch(text)
    if (text === q) {
      if (namesOne(q)) void open(q)
      return
    }
    // operators are of posts alone
    const type = hasOperators(text) ? 'statuses' : (place.peek().query.type ?? null)
    go(addressWith({ q: text, type }, { path: '/search', query: {} }))
  }
  return { search, isResolving }
}

function Results({ q, type }: { q: string; type: string }) {
  return (
    <>
      <Tabs
        label={t('What to search for')}
        name="type"
        options={[
          ['', t('Everything')],
          ['accounts', t('People')],
          ['hashtags', t('Hashtags')],
          ['statuses', t('Posts|what people write')],
        ]}
      />
      {KINDS.includes(type) ? (
        <OneKind key={`${type} ${q}`} q={q} kind={type as Kind} />
      ) : (
        <Everything key={q} q={q} />
      )}
    </>
  )
}

/** All that the field takes, in full: a field has no room for it. */
function Hint() {
  return (
    <p id="search-hint" class="search-hint muted small">
      {viewer === null
        ? t('Find people and hashtags. With an account you can search posts, too.')
        : t(
            'Find people, hashtags and posts. Paste a handle, or the address of a profile or post of any server, to open it here.',
          )}
    </p>
  )
}

function Beginning() {
  return (
    <div class="buttons">
      <LinkButton href="/explore">{t('See what is going on')}</LinkButton>
      <LinkButton href="/directory">{t('See who is here')}</LinkButton>
    </div>
  )
}
