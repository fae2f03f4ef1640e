const DAY = 86_400_000

/** The last days, today included, as the API wants them: dates of UTC. */
export function lastDays(days: number): { start_at: string; end_at: string } {
  const now = Date.now()
  return { start_at: dateOf(now - (days - 1) * DAY), end_at: dateOf(now) }
}

/** The months up to this one. */
export function lastMonths(months: number): { start_at: string; end_at: string } {
  const now = new Date()
  const start = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (months - 1), 1)
  return { start_at: dateOf(start), end_at: dateOf(now.getTime()) }
}

const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10)
