import { tell } from '../../../shared/components/toast.tsx'
import { t } from '../../../shared/i18n.ts'
import {
  ChevronLeft,
  ChevronRight,
  Columns3,
  ExternalLink,
  Icon,
  Images,
  RefreshCw,
  Repeat2,
  Reply,
  Trash2,
} from '../../../shared/icons.tsx'
import { type MenuItem, openMenu } from '../../layers/menu.tsx'
import { pageOf, titleOf } from './column-words.ts'
import {
  type Column,
  type ColumnOption,
  hasOption,
  isKnownKind,
  isLive,
  optionsOf,
  type Width,
  withOption,
} from './columns.ts'
import { changeColumn, columns, isWide, moveColumn, readAnew, removeColumn } from './deck-state.ts'
import { focusMenuOf } from './focus-column.ts'

/** Settings of a column, and what can be done with it. */
export function openColumnMenu(anchor: Element, column: Column): void {
  const label = t('Column {column}', { column: titleOf(column) })
  openMenu(anchor, label, [
    ...optionsOf(column.kind).map((option) => optionItem(column, option)),
    optionsOf(column.kind).length > 0 && null,
    // alone it has all the width there is
    ...(isWide.peek() ? [...widthItems(column), null] : []),
    ...moveItems(column),
    ...pageItems(column),
    null,
    {
      label: t('Remove the column'),
      icon: Trash2,
      danger: true,
      run: () => {
        const bringBack = removeColumn(column)
        tell(t('The column is removed.'), [{ label: t('Undo'), run: bringBack }])
      },
    },
  ])
}

function optionItem(column: Column, option: ColumnOption): MenuItem {
  const isOn = hasOption(column, option)
  const words = {
    'no-boosts': { label: t('Show boosts'), icon: Repeat2, checked: !isOn },
    'no-replies': { label: t('Show replies'), icon: Reply, checked: !isOn },
    media: {
      label: t('Only posts with pictures, video or sound'),
      icon: Images,
      checked: isOn,
    },
  } satisfies Record<ColumnOption, unknown>
  return {
    ...words[option],
    run: () => changeColumn(column.id, { options: withOption(column, option, !isOn) }),
  }
}

function widthItems({ id, width = 'usual' }: Column): MenuItem[] {
  const titles: Record<Width, string> = {
    narrow: t('Narrow'),
    usual: t('Usual width'),
    wide: t('Wide'),
  }
  return (['narrow', 'usual', 'wide'] as const).map((one) => ({
    label: titles[one],
    icon: Columns3,
    checked: width === one,
    run: () => changeColumn(id, { width: one }),
  }))
}

function moveItems(column: Column): MenuItem[] {
  const all = columns.peek()
  const at = all.findIndex(({ id }) => id === column.id)
  const [before, after] = [all[at - 1], all[at + 1]]
  const move = (to: number) => () => {
    moveColumn(column.id, to)
    focusMenuOf(column.id)
  }
  const items: MenuItem[] = []
  if (before !== undefined) {
    items.push({
      label: t('Move before “{column}”', { column: titleOf(before) }),
      icon: <Icon of={ChevronLeft} class="flips" />,
      run: move(at - 1),
    })
  }
  if (after !== undefined) {
    items.push({
      label: t('Move behind “{column}”', { column: titleOf(after) }),
      icon: <Icon of={ChevronRight} class="flips" />,
      run: move(at + 1),
    })
  }
  return items
}

function pageItems(column: Column): MenuItem[] {
  if (!isKnownKind(column.kind)) return []
  const page = { label: t('Show on a page of its own'), icon: ExternalLink, href: pageOf(column) }
  if (isLive(column.kind)) return [page]
  return [{ label: t('Read anew'), icon: RefreshCw, run: () => readAnew(column.id) }, page]
}
