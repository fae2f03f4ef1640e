import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import { Button } from '../../../shared/components/button.tsx'
import { Empty } from '../../../shared/components/notice.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { t } from '../../../shared/i18n.ts'
import { Icon, Plus } from '../../../shared/icons.tsx'
import { place } from '../../../shared/router.ts'
import { useShortcuts } from '../../keyboard/shortcuts.ts'
import { ownLists } from '../../people/lists/lists.ts'
import { readInstance } from '../../state/server.ts'
import { openAddColumn } from './add-column.tsx'
import { ColumnView } from './column.tsx'
import { iconOf, tabOf, titleOf } from './column-words.ts'
import { FIRST_COLUMNS } from './columns.ts'
import { closePost, columns, current, isWide, makeCurrent, saveColumns } from './deck-state.ts'
import { focusColumn } from './focus-column.ts'
import { openedIn } from './opened.ts'
import { notificationsOfColumn } from './other-columns.tsx'
import { feedOfColumn } from './posts-column.tsx'
import { postsOf } from './posts-of.ts'
import './deck.css'

/** so many are in sight at first, most often */
const FIRST_SEEN = 3

/** Reads what is seen first. */
export async function prepare(): Promise<void> {
  await readInstance().catch(() => {})
  const seen = columns.peek().slice(0, isWide.peek() ? FIRST_SEEN : 1)
  await Promise.all(
    seen.map((column) => {
      if (column.kind === 'notifications') {
        return notificationsOfColumn(column, tabOf(column)).start()
      }
      const posts = postsOf(column)
      return posts && feedOfColumn(column, posts).start()
    }),
  )
}

/** Columns beside each other, each with a feed; in a narrow window one at a time. */
export function Page() {
  const all = columns.value
  const hasLists = all.some(({ kind }) => kind === 'list')
  useEffect(() => {
    if (hasLists) void ownLists().read()
  }, [hasLists])
  useColumnKeys()
  return (
    <div class="deck">
      <PageHead
        title={t('Columns')}
        actions={
          <Button onClick={openAddColumn}>
            <Icon of={Plus} size={18} /> {t('Add a column')}
          </Button>
        }
      />
      {all.length === 0 ? <Nothing /> : <Strip />}
    </div>
  )
}

/** px: how far the columns were scrolled sideways, for who comes back */
let scrolled = 0

function Strip() {
  const [strip, setStrip] = useState<HTMLElement | null>(null)
  const all = columns.value
  const isOne = !isWide.value
  useLayoutEffect(() => {
    if (strip === null) return
    strip.scrollLeft = scrolled
    const keep = () => {
      scrolled = strip.scrollLeft
    }
    strip.addEventListener('scroll', keep, { passive: true })
    return () => strip.removeEventListener('scroll', keep)
  }, [strip])
  return (
    <>
      {isOne && <Switcher />}
      <div ref={setStrip} class="deck-strip">
        {all.map((column, at) =>
          isOne && column.id !== current.value ? null : (
            <ColumnView key={column.id} column={column} at={at} strip={strip} />
          ),
        )}
      </div>
    </>
  )
}

/** Which column a narrow window shows. */
function Switcher() {
  return (
    <nav class="deck-tabs" aria-label={t('Columns')}>
      {columns.value.map((column) => (
        <button
          key={column.id}
          type="button"
          aria-pressed={column.id === current.value}
          onClick={({ currentTarget }) => {
            makeCurrent(column.id)
            currentTarget.scrollIntoView({ inline: 'center', block: 'nearest' })
          }}
        >
          <Icon of={iconOf(column)} size={18} /> <bdi>{titleOf(column)}</bdi>
        </button>
      ))}
    </nav>
  )
}

function Nothing() {
  return (
    <Empty>
      <p>
        {t(
          'There are no columns. Add what you want to have beside each other: timelines, lists, hashtags, searches, notifications.',
        )}
      </p>
      <div class="buttons centred">
        <Button kind="primary" onClick={openAddColumn}>
          {t('Add a column')}
        </Button>
        <Button onClick={() => saveColumns(FIRST_COLUMNS)}>{t('Begin with the usual ones')}</Button>
      </div>
    </Empty>
  )
}

/** Keys that lead from column to column. */
function useColumnKeys(): void {
  const group = t('Columns')
  const goTo = (at: number) => {
    const column = columns.peek()[at]
    if (column !== undefined) focusColumn(column.id)
  }
  const goBy = (by: number) => goTo(columns.peek().findIndex(isCurrent) + by)
  const numbers = Array.from({ length: 9 }, (_, at) => [
    String(at + 1),
    { group, does: t('Go to a column by its number'), run: () => goTo(at) },
  ])
  useShortcuts({
    '[': { group, does: t('Column before'), run: () => goBy(-1) },
    ']': { group, does: t('Next column'), run: () => goBy(1) },
    ...Object.fromEntries(numbers),
    Escape: { group, does: t('Close the post in the column'), run: closeTop },
  })
}

const isCurrent = ({ id }: { id: string }): boolean => id === current.peek()

function closeTop(): void {
  const id = current.peek()
  if (id !== null && openedIn(place.peek().query, id).length > 0) closePost(id)
}
