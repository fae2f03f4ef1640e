import { renderAccounts } from '../accounts/serializer.ts'
import type { App } from '../app.ts'
import { Unprocessable } from '../errors.ts'
import type { Content } from './content.ts'

/** A status mentions accounts that its author did not expect (S-559). */
class UnexpectedMentions extends Unprocessable {
  readonly accountIds: readonly string[]

  constructor(accountIds: readonly string[]) {
    super('Post would be sent to unexpected accounts')
    this.accountIds = accountIds
  }
}

/**
 * @param allowed ids of the accounts that may be mentioned; null: any
 * @throws UnexpectedMentions if others are
 */
export function checkMentions(allowed: readonly string[] | null, { mentioned }: Content): void {
  if (allowed === null) return
  const others = mentioned.filter(({ id }) => !allowed.includes(id))
  if (others.length > 0) throw new UnexpectedMentions(others.map(({ id }) => id))
}

/** Runs what publishes or schedules; the error shows the accounts that were not expected. */
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
