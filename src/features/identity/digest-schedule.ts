/** The facts that decide when somebody gets a digest; days are ms / 86400000. */
export interface Absence {
  today: number
  /** the last day on which they were here */
  lastActive: number
  /** days after which the owner has people told; above 0 */
  after: number
  /** days between two digests, as the person chose; above 0 */
  every: number
  /** day of the last digest */
  sent: number | null
}

/** days: people who stay away for longer do not read these mails either */
const LONGEST_ABSENCE = 180
/** days until such people are looked at again */
const NEXT_LOOK = 30

/** Whether a digest is due, and the day on which to look again. */
export function scheduleDigest(absence: Absence): { isDue: boolean; next: number } {
  const { today, lastActive, after, every, sent } = absence
  const awayFrom = lastActive + after
  if (awayFrom > today) return { isDue: false, next: awayFrom }
  if (sent !== null && sent + every > today) return { isDue: false, next: sent + every }
  if (today - lastActive > LONGEST_ABSENCE) return { isDue: false, next: today + NEXT_LOOK }
  return { isDue: true, next: today + every }
}
