import { accountId } from '../../test/support/large/layout.ts'

/** Halvings of the range in which the oldest row is looked for: to a thousandth of it. */
const HALVINGS = 10

/**
 * The cursor half way between the newest and the oldest row of a list.
 *
 * @param newest cursor of the second page
 * @param hasRows whether rows follow a cursor
 * @returns null if the cursors are no ids
 */
export async function middleOf(
  newest: string,
  hasRows: (cursor: string) => Promise<boolean>,
): Promise<string | null> {
  if (!/^\d+$/.test(newest)) return null
  const top = BigInt(newest)
  const oldest = BigInt(accountId(0))
  let [empty, filled] = [top > oldest ? oldest : 0n, top]
  for (let at = 0; at < HALVINGS && filled - empty > 1n; at++) {
    const middle = (empty + filled) / 2n
    if (await hasRows(String(middle))) filled = middle
    else empty = middle
  }
  return String((top + filled) / 2n)
}
