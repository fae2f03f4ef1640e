export interface Size {
  accounts: number
  /** the first of the accounts */
  people: number
  statuses: number
}

export const MILLION: Size = { accounts: 100_000, people: 2_000, statuses: 1_000_000 }

/** Enough for planners to tell much from little. */
export const SMALL: Size = { accounts: 2_000, people: 200, statuses: 20_000 }

/** ms since 1970 of what came last, and of which "now" should be a day later */
export const ENDS_AT = 1_790_000_000_000
export const YEAR = 365 * 86_400_000
export const STARTS_AT = ENDS_AT - YEAR
export const ACCOUNTS_FROM = 1_577_836_800_000

/** Accounts with something that is rare elsewhere, by their numbers; each has a twentieth of all statuses. */
export const PEOPLE = {
  /** has the most of everything that one person keeps, and is the owner */
  viewer: 0,
  /** writes nothing but replies to others since long ago */
  replier: 1,
  /** boosts only */
  booster: 2,
  /** writes for followers only */
  hermit: 3,
}

export const accountId = (number: number): string => String(BigInt(ACCOUNTS_FROM + number) << 16n)
export const userId = (number: number): string => accountId(number)
export const tagId = (number: number): string => accountId(number)

/** Numbers of rows, and ids, for a database of a size. */
export function layoutOf(size: Size) {
  const step = Math.floor(YEAR / size.statuses)
  const root = Math.floor(size.statuses / 2 / 100) * 100
  return {
    statusId: (number: number) => String(BigInt(STARTS_AT + number * step) << 16n),
    /** number of the status that a hundredth of all reply to */
    root,
    replies: size.statuses / 100,
    /** of another server, with pictures in none of its many posts */
    writer: size.people,
    /** of another server, silenced */
    silenced: size.people + 1,
    /** tags: 0 has a tenth of all statuses, none of them local or with media; 1 has few */
    tags: 2_000,
    step,
  }
}

export type Layout = ReturnType<typeof layoutOf>
