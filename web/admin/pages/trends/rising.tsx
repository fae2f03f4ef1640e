import { useRef } from 'preact/hooks'
import { Loaded } from '../../../shared/components/loaded.tsx'
import { Empty, Notice } from '../../../shared/components/notice.tsx'
import { tell, tellError } from '../../../shared/components/toast.tsx'
import type { Review } from '../../../shared/entities/trends.ts'
import { count } from '../../../shared/format.ts'
import { refreshOverview } from '../../overview.ts'
import type { Kind } from './kinds.tsx'
import { DECIDED, decide, useRising, type Verb } from './rising-lists.ts'
import { Row } from './row.tsx'

const KEYS: Readonly<Record<string, Verb>> = { a: 'approve', r: 'reject' }
const STEPS: Readonly<Record<string, number>> = { j: 1, k: -1 }

/** A list that is gone through from top to bottom, also by the keyboard alone. */
export function Rising({ kind }: { kind: Kind }) {
  const rising = useRising(kind)
  const list = useRef<HTMLUListElement>(null)
  const running = useRef(new Set<string>())
  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>('.trend') ?? [])]
  const focusRow = (at: number) => rows()[at]?.focus()

  const choose = async (item: Review, verb: Verb) => {
    if (running.current.has(item.id)) return
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
              With the keyboard, in the list: <kbd>j</kbd> and <kbd>k</kbd> go down and up,{' '}
              <kbd>a</kbd> approves, <kbd>r</kbd> rejects.
            </p>
            <ul
              ref={list}
              class="entries"
              aria-label={kind.title}
              onKeyDown={(event) => onKey(event, items)}
            >
              {items.map((item) => (
                <li key={item.id}>
                  <Row kind={kind} item={item} onChoose={(verb) => void choose(item, verb)} />
                </li>
              ))}
            </ul>
            {more && <Notice>Only the first {count(items.length, 'entry', 'entries')}.</Notice>}
          </>
        )
      }
    </Loaded>
  )
}
