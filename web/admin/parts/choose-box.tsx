import { useEffect, useRef, useState } from 'preact/hooks'
import { afterPress, type Press } from './choosing.ts'

/** The entries of a list that are chosen to be acted upon together. */
export interface Chosen {
  ids: readonly string[]
  has(id: string): boolean
  press(press: Press): void
  /** takes these instead: all, none, or more than the page shows */
  set(ids: readonly string[]): void
}

/** @param key says which list it is: another one begins with nothing chosen */
export function useChosen(entries: readonly { id: string }[], key: string): Chosen {
  const [ids, set] = useState<readonly string[]>([])
  const last = useRef<string | null>(null)
  useEffect(() => {
    set([])
    last.current = null
  }, [key])
  return {
    ids,
    has: (id) => ids.includes(id),
    press(press) {
      const all = entries.map(({ id }) => id)
      set(afterPress(all, ids, press, last.current))
      last.current = press.id
    },
    set,
  }
}

interface ChooseBoxProps {
  id: string
  /** for readers of the screen: "Choose @wren" */
  label: string
  chosen: Chosen
}

/** The checkbox of an entry; Shift chooses all up to it. */
export function ChooseBox({ id, label, chosen }: ChooseBoxProps) {
  return (
    <input
      type="checkbox"
      class="choose-box"
      aria-label={label}
      checked={chosen.has(id)}
      onClick={({ currentTarget, shiftKey }) =>
        chosen.press({ id, isOn: currentTarget.checked, isRange: shiftKey })
      }
    />
  )
}
