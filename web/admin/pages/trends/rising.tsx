import { useRef } from 'preact/hooks'
import { Loaded } from '../../../shared/components/loaded.tsx'
import { Empty, Notice } from '../../../shared/components/notice.tsx'
import { tell, tellError } from '../../../shared/components/toast.tsx'
import type { Review } from '../../../shared/entities/trends.ts'
import { plural, t } from '../../../shared/i18n.ts'
import { rich } from '../../../shared/rich.ts'
import { refreshOverview } from '../../overview.ts'
import type { Kind } from './kinds.tsx'
import { DECIDED, decide, type RisingResource, useRising, type Verb } from './rising-lists.ts'
import { TrendRow } from './trend-row.tsx'

const KEYS: Readonly<Record<string, Verb>> = { a: 'approve', r: 'reject' }
const STEPS: Readonly<Record<string, number>> = { j: 1, k: -1 }

/** A list that is gone through from top to bottom, also by the keyboard alone. */
export function Rising({ kind }: { kind: Kind }) {
  const rising = useRising(kind)
  const { list, choose, onKey } = useReview(kind, rising)
  return (
    <Loaded from={rising}>
      {({ items, more }) =>
        items.length === 0 ? (
          <Empty>
            <p>{kind.empty}</p>
          </Empty>
        ) : (
          <>
            <p class="muted small trend-keys">
              {rich(
                'With the keyboard, in the list: {kbd} and {kbd2} go down and up, {kbd3} approves, {kbd4} rejects.',
                { kbd: <kbd>j</kbd>, kbd2: <kbd>k</kbd>, kbd3: <kbd>a</kbd>, kbd4: <kbd>r</kbd> },
              )}
            </p>
            <ul
              ref={list}
              class="entries"
              aria-label={kind.title}
              onKeyDown={(event) => onKey(event, items)}
            >
              {items.map((item) => (
                <li key={item.id}>
                  <TrendRow kind={kind} item={item} onChoose={(verb) => void choose(item, verb)} />
                </li>
              ))}
            </ul>
            {more && (
              <Notice>
                {t('Only the first {items}.', {
                  items: plural(items.length, '{n} entry', '{n} entries'),
                })}
              </Notice>
            )}
          </>
        )
      }
    </Loaded>
  )
}

const isDecidedAs = ({ requires_review, trendable }: Review, verb: Verb): boolean =>
  !requires_review && trendable === (verb === 'approve')

/** Decisions about the entries of a list, which the focus follows. */
function useReview(kind: Kind, rising: RisingResource) {
  const list = useRef<HTMLUListElement>(null)
  const running = useRef(new Set<string>())
  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>('.trend') ?? [])]
  const focusRow = (at: number) => rows()[at]?.focus()

  const choose = async (item: Review, verb: Verb) => {
    if (running.current.has(item.id) || isDecidedAs(item, verb)) return
    running.current.add(item.id)
    // on to the next one, while the server is told
    const at = rows().findIndex((row) => row.dataset.id === item.id)
    focusRow(Math.min(at + 1, rows().length - 1))
    try {
      rising.replace(await decide(kind, item, verb))
      tell(`${DECIDED[verb]}: ${kind.nameOf(item)}`)
      void refreshOverview()
    } catch (error) {
      tellError(error)
    } finally {
      running.current.delete(item.id)
    }
  }
  const onKey = (event: KeyboardEvent, items: readonly Review[]) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const row = (event.target as Element).closest<HTMLElement>('.trend')
    const at = items.findIndex(({ id }) => id === row?.dataset.id)
    const [step, verb, item] = [STEPS[event.key], KEYS[event.key], items[at]]
    if (item === undefined || (step === undefined && verb === undefined)) return
    event.preventDefault()
    if (step !== undefined) focusRow(at + step)
    else if (verb !== undefined) void choose(item, verb)
  }
  return { list, choose, onKey }
}
