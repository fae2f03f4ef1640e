/** Whether a text has more characters than that: characters, not UTF-16 units. */
export function isLonger(text: string, length: number): boolean {
  return text.length > length && [...text].length > length
}
