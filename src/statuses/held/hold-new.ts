import { hold } from '../../automod/held.ts'
import type { Tx } from '../../transact.ts'
import { noteScreened, type Screened } from '../screening/screen.ts'
import type { Screening } from '../screening/screening.ts'
import { joinSearchText } from '../search-text.ts'

interface Holdable {
  author: { id: string }
  screening: Screening
  idempotencyKey: string | null
  text: string
  spoilerText: string
  poll: { options: string[] } | null
}

/**
 * Keeps all that a status shall be once somebody has looked at it.
 * @param statusId what its author sees of it meanwhile: a direct post to nobody
 */
export async function holdNew(
  tx: Tx,
  screened: Screened,
  status: Holdable,
  statusId: string,
): Promise<void> {
  // who publishes it, and by which rules, is asked again then
  const { author, screening: _, idempotencyKey: __, ...input } = status
  await hold(tx, screened.hold!, {
    kind: 'status',
    accountId: author.id,
    statusId,
    input,
    text: joinSearchText([status.spoilerText, status.text, ...(status.poll?.options ?? [])]),
  })
  await noteScreened(tx, screened, statusId)
}
