import { type Signal, useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useMemo } from 'preact/hooks'
import { Empty, Notice } from '../../../shared/components/notice.tsx'
import { displayName } from '../../../shared/components/person.tsx'
import { formatDateTime, formatNumber } from '../../../shared/format.ts'
import { plural, t } from '../../../shared/i18n.ts'
import { type Block, blocksOf } from '../../feed/block.ts'
import type { FeedPlace } from '../../feed/feed.ts'
import { VirtualList } from '../../feed/virtual-list.tsx'
import { useShortcuts } from '../../keyboard/shortcuts.ts'
import type { Post } from '../../state/statuses.ts'
import { webSetting } from '../../state/web-settings.ts'
import { StatusCard } from '../../status/status-card.tsx'
import { Controls } from './controls.tsx'
import { CoursePlot } from './course-plot.tsx'
import {
  arranged,
  type Choice,
  type Entry,
  EVERYTHING,
  linksOf,
  type Person,
  peopleOf,
} from './digest.ts'
import { Links } from './links.tsx'
import { namesOf } from './names.ts'
import { Peek } from './peek.tsx'
import { People } from './people.tsx'
import type { Digest } from './reading.ts'

/** px that entries take about, until they are drawn */
const SHORT = 84
const WHOLE = 240

export function Results({ digest }: { digest: Digest }) {
  const { entries, span, isCut } = digest
  const choice = useSignal<Choice>(EVERYTHING)
  const change = (changes: Partial<Choice>) => {
    choice.value = { ...choice.value, ...changes }
  }
  const shown = useMemo(() => arranged(entries, choice.value), [entries, choice.value])
  const people = useMemo(() => peopleOf(entries), [entries])
  const links = useMemo(() => linksOf(entries), [entries])
  usePersonKeys(people, choice)
  if (entries.length === 0) {
    return (
      <Empty>
        <p>{t('Nothing came in this time.')}</p>
      </Empty>
    )
  }
  return (
    <>
      {isCut && (
        <Notice>
          {t('There is more than can be read at once: this begins at {time}.', {
            time: formatDateTime(new Date(span.from).toISOString()),
          })}
        </Notice>
      )}
      <CoursePlot all={entries} shown={shown} span={span} />
      <Links links={links} />
      <People
        people={people}
        chosen={choice.value.person}
        choose={(person) => change({ person })}
      />
      <Controls entries={entries} choice={choice.value} change={change} />
      <p class="small muted" role="status">
        {plural(shown.length, '{n} post', '{n} posts')}
      </p>
      <List
        key={JSON.stringify([choice.value, webSetting('catch_up_whole', false).value])}
        entries={shown}
        choice={choice.value}
      />
    </>
  )
}

/** `[` and `]` go from person to person, and from the last to everybody. */
function usePersonKeys(people: readonly Person[], choice: Signal<Choice>): void {
  const step = (by: 1 | -1) => () => {
    // what is chosen is looked up when the key is pressed, as what a key does is kept from before
    const before = choice.peek()
    const ring = [null, ...people.map(({ account }) => account.id)]
    const person = ring[(ring.indexOf(before.person) + by + ring.length) % ring.length] ?? null
    choice.value = { ...before, person }
  }
  useShortcuts({
    '[': { does: t('Previous person'), run: step(-1) },
    ']': { does: t('Next person'), run: step(1) },
  })
}

interface ListProps {
  entries: readonly Entry<Post>[]
  choice: Choice
}

function List({ entries, choice }: ListProps) {
  const isWhole = webSetting('catch_up_whole', false).value
  const { blocks, place } = useMemo(() => placed(entries, isWhole ? WHOLE : SHORT), [])
  const left = useMemo(() => leftOf(blocks, entries), [entries])
  const heads = useMemo(
    () => (choice.isGrouped ? headsOf(entries) : new Map<string, ComponentChildren>()),
    [entries],
  )
  return (
    <section class="feed catch-up-list" aria-label={t('Posts')}>
      <VirtualList blocks={left} place={place} keyOf={({ id }: Entry<Post>) => id}>
        {(entry: Entry<Post>) => (
          <>
            {heads.has(entry.id) && <h2 class="catch-up-head">{heads.get(entry.id)}</h2>}
            {entry.by.length > 1 && isWhole && <BroughtBy entry={entry} />}
            {isWhole ? <StatusCard post={entry.post} context="home" /> : <Peek entry={entry} />}
          </>
        )}
      </VirtualList>
    </section>
  )
}

/** The blocks without posts that were removed; they stay the same ones, so that nothing else moves. */
function leftOf(blocks: readonly Block<Entry<Post>>[], entries: readonly Entry<Post>[]) {
  const there = new Set(entries.map(({ id }) => id))
  return blocks
    .map((block) => ({ ...block, entries: block.entries.filter(({ id }) => there.has(id)) }))
    .filter((block) => block.entries.length > 0)
}

/** Blocks of a list, with heights to begin with. */
function placed(entries: readonly Entry<Post>[], height: number) {
  const blocks = blocksOf(entries)
  const heights = new Map(blocks.map(({ id, entries: some }) => [id, some.length * height]))
  const groups = { by: undefined, pages: new Map() }
  const place: FeedPlace = { scroll: 0, top: null, heights, groups }
  return { blocks, place }
}

/** The person above the first of their posts. */
function headsOf(entries: readonly Entry<Post>[]): Map<string, ComponentChildren> {
  const heads = new Map<string, ComponentChildren>()
  const counts = Map.groupBy(entries, ({ by }) => by[0]?.id ?? '')
  for (const some of counts.values()) {
    const [first] = some
    const [person] = first?.by ?? []
    if (first === undefined || person === undefined) continue
    heads.set(
      first.id,
      <>
        <bdi>{displayName(person)}</bdi> · {formatNumber(some.length)}
      </>,
    )
  }
  return heads
}

function BroughtBy({ entry: { by } }: { entry: Entry<Post> }) {
  return <p class="catch-up-by small muted">{t('Came by {names}', { names: namesOf(by) })}</p>
}
