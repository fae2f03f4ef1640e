/** A press on the checkbox of an entry. */
export interface Press {
  id: string
  isOn: boolean
  /** with Shift: for all entries between this one and the one pressed before */
  isRange: boolean
}

/**
 * The chosen ids after a press: those of the list in its order, then those of other pages.
 * @param ids of all entries of the list
 * @param last id pressed before; null: none yet
 */
export function afterPress(
  ids: readonly string[],
  chosen: readonly string[],
  { id, isOn, isRange }: Press,
  last: string | null,
): string[] {
  const from = last === null ? -1 : ids.indexOf(last)
  const to = ids.indexOf(id)
  const pressed = new Set(
    isRange && from !== -1 ? ids.slice(Math.min(from, to), Math.max(from, to) + 1) : [id],
  )
  const here = ids.filter((one) => (pressed.has(one) ? isOn : chosen.includes(one)))
  // of other pages, if all were chosen
  const elsewhere = chosen.filter((one) => !ids.includes(one))
  return [...here, ...elsewhere]
}
