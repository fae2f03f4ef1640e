/** Ids grow in length before they grow in digits. */
export const isNewer = (one: string, other: string): boolean =>
  one.length === other.length ? one > other : one.length > other.length

/** Newest first. */
export const byAge = (one: string, other: string): number =>
  one === other ? 0 : isNewer(one, other) ? -1 : 1

/** A cursor that begins with this very entry, as `max_id` leaves out the one that it names. */
export function from(id: string): { max_id: string } {
  return { max_id: /^\d+$/.test(id) ? String(BigInt(id) + 1n) : id }
}
