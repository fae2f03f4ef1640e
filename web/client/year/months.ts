export interface Month {
  /** 1 to 12 */
  month: number
  statuses: number
  followers: number
}

export interface YearTotals {
  statuses: number
  followers: number
  /** the month with the most posts; null where there was none */
  busiest: number | null
}

/** Sums of a year. */
export function totalsOf(months: readonly Month[]): YearTotals {
  const sum = (name: 'statuses' | 'followers') =>
    months.reduce((all, month) => all + month[name], 0)
  const most = Math.max(0, ...months.map(({ statuses }) => statuses))
  const busiest = months.find(({ statuses }) => statuses > 0 && statuses === most)
  return { statuses: sum('statuses'), followers: sum('followers'), busiest: busiest?.month ?? null }
}

/** All twelve, whatever the answer leaves out. */
export const allMonths = (given: readonly Month[]): Month[] =>
  Array.from({ length: 12 }, (_, at) => {
    const month = at + 1
    return given.find((one) => one.month === month) ?? { month, statuses: 0, followers: 0 }
  })

/** The number at the top of an axis: round, even so that its half is whole, and not below the largest value. */
export function topOfAxis(largest: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, largest)))
  const steps = [1, 2, 4, 6, 8, 10].map((step) => step * power)
  const top = steps.find((step) => step >= largest) ?? 10 * power
  return Math.max(2, top)
}
