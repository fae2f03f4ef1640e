import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Button } from '../shared/components/button.tsx'
import { Dialog } from '../shared/components/dialog.tsx'
import { formatCompact } from '../shared/format.ts'
import { t } from '../shared/i18n.ts'
import { Icon, List } from '../shared/icons.tsx'
import { place } from '../shared/router.ts'
import { waitingIn } from './overview.ts'
import { findPage, GROUPS, ownPages, type PageEntry } from './page-list.ts'

/** where the list is a sheet */
const isListOpen = signal(false)

const close = (): void => {
  isListOpen.value = false
}

/** Every page that the role has, with how much waits there. */
export function PageListNav() {
  return (
    <nav class="frame-list" aria-label={t('Administration')}>
      <p class="frame-list-title">{t('Administration')}</p>
      <Groups />
    </nav>
  )
}

/** Where there is no room for the list: where one is in the administration, and the way to its other pages. */
export function PageListBar() {
  const { path } = place.value
  const title = findPage(path)?.entry.title ?? t('Administration')
  useEffect(close, [path])
  return (
    <header class="list-bar">
      <strong>{t('Administration')}</strong>
      <Button
        small
        label={t('{page}: all pages of the administration', { page: title })}
        expanded={isListOpen.value}
        onClick={() => {
          isListOpen.value = true
        }}
      >
        <Icon of={List} size={18} /> {title}
      </Button>
      {isListOpen.value && (
        <Dialog title={t('Administration')} onClose={close}>
          <nav class="list-sheet" aria-label={t('Administration')} onClickCapture={onFollowed}>
            <Groups />
          </nav>
        </Dialog>
      )}
    </header>
  )
}

/** Also where a link leads to the page that is there already. */
const onFollowed = ({ target }: Event): void => {
  if ((target as Element).closest('a') !== null) close()
}

function Groups() {
  const current = findPage(place.value.path)?.entry
  return (
    <>
      {Object.entries(GROUPS).map(([group, title]) => {
        const entries = ownPages.filter((entry) => entry.group === group)
        if (entries.length === 0) return null
        return (
          <div key={group}>
            {title !== '' && <p class="frame-list-group">{title}</p>}
            <ul>
              {entries.map((entry) => (
                <li key={entry.path}>
                  <PageLink entry={entry} isCurrent={entry === current} />
                </li>
              ))}
            </ul>
          </div>
        )
      })}
    </>
  )
}

function PageLink({ entry, isCurrent }: { entry: PageEntry; isCurrent: boolean }) {
  const waiting = waitingIn(entry.waiting)
  return (
    <a
      href={entry.path === '' ? '/admin' : `/admin/${entry.path}`}
      aria-current={isCurrent ? 'page' : undefined}
    >
      <span>{entry.title}</span>
      {waiting > 0 && (
        <span class="list-count">
          {formatCompact(waiting)}
          <span class="visually-hidden"> {t('waiting')}</span>
        </span>
      )}
    </a>
  )
}
