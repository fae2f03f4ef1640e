import type { Tx } from '../../../kernel/core/tx.ts'
import { hold } from '../../automod/held.ts'
import { noteScreened, type Screened } from '../screening/screen.ts'
import type { Screening } from '../screening/screening.ts'
import { joinSearchText } from '../write/search-text.ts'

interface Holdable {
  author: { id: string }
  screening: Screening
  idempotencyKey: string | null
  text: string
  spoilerText: string
  poll: { options: string[] } | null
}

/**
 * Stores the complete input of a status until the staff has decided.
 * @param statusId its placeholder, which the author sees meanwhile: a direct post without
 * recipients
 */
export async function holdNew(
  tx: Tx,
  screened: Screened,
  status: Holdable,
  statusId: string,
): Promise<void> {
  // author and rules are read again at that time
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
