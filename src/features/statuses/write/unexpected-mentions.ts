import { Unprocessable } from '../../../kernel/base/errors.ts'
import type { App } from '../../../kernel/core/app.ts'
import { renderAccounts } from '../../accounts/serializer.ts'
import type { Content } from './content.ts'

/** Error: a status mentions accounts that its author did not expect (S-559). */
class UnexpectedMentions extends Unprocessable {
  readonly accountIds: readonly string[]

  constructor(accountIds: readonly string[]) {
    super('Post would be sent to unexpected accounts')
    this.accountIds = accountIds
  }
}

/**
 * @param allowed ids of the accounts that the status may mention; null: any
 * @throws UnexpectedMentions if it mentions others
 */
export function checkMentions(allowed: readonly string[] | null, { mentioned }: Content): void {
  if (allowed === null) return
  const others = mentioned.filter(({ id }) => !allowed.includes(id))
  if (others.length > 0) throw new UnexpectedMentions(others.map(({ id }) => id))
}

/** Runs the publishing or scheduling; the body of the error lists the unexpected accounts. */
export async function showingUnexpected<T>(app: App, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof UnexpectedMentions)) throw error
    const accounts = await renderAccounts(app, error.accountIds)
    const unexpected = accounts.map((text) => JSON.parse(text) as unknown)
    throw new Unprocessable(error.message, { body: { unexpected_accounts: unexpected } })
  }
}
