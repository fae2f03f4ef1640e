/** Whether a text has more characters (not UTF-16 units) than `length`. */
export function isLonger(text: string, length: number): boolean {
  return text.length > length && [...text].length > length
}
