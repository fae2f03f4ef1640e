import type { Account } from '../../shared/entities/api.ts'

/** One object for an account however many statuses bring it, which is most of what a long timeline weighs. */
const known = new Map<string, WeakRef<Account>>()
const gone = new FinalizationRegistry<string>((id) => {
  if (known.get(id)?.deref() === undefined) known.delete(id)
})

/** Takes an account as the API answers it. @returns the one known before, if it says the same */
export function keepAccount(account: Account): Account {
  const before = known.get(account.id)?.deref()
  if (before !== undefined && saysTheSame(before, account)) return before
  known.set(account.id, new WeakRef(account))
  gone.register(account, account.id)
  return account
}

/** Counters, which change all the time, are left to the profile's own page. */
function saysTheSame(one: Account, other: Account): boolean {
  return (
    one.display_name === other.display_name &&
    one.acct === other.acct &&
    one.avatar === other.avatar &&
    one.header === other.header &&
    one.note === other.note &&
    one.locked === other.locked &&
    one.bot === other.bot
  )
}

/** Where a profile is shown here. */
export const profilePath = ({ acct }: Pick<Account, 'acct'>): string => `/@${acct}`

/** Where a status is shown here. */
export const statusPath = ({ id, account }: { id: string; account: Pick<Account, 'acct'> }) =>
  `${profilePath(account)}/${id}`
