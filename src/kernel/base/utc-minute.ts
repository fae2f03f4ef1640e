/** UTC to the minute, for logs and for texts in any language. @param time ms since 1970 */
export function utcMinute(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
