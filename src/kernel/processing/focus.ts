/** The point of a picture that must stay visible when it is cropped: 0,0 is the middle. */
export interface Focus {
  /** -1 left … 1 right */
  x: number
  /** -1 bottom … 1 top */
  y: number
}

/**
 * Parses a focal point "x,y" (S-347). Numbers outside -1…1 are clamped.
 *
 * @returns null if the text is not two numbers
 * @see https://docs.joinmastodon.org/methods/media/#form-data-parameters
 */
export function parseFocus(text: string): Focus | null {
  const number = '\\s*([+-]?(?:\\d{1,20}(?:\\.\\d{0,20})?|\\.\\d{1,20})(?:e[+-]?\\d{1,3})?)\\s*'
  const match = new RegExp(`^${number},${number}$`, 'i').exec(text.slice(0, 200))
  if (match === null) return null
  return { x: withinUnit(Number(match[1])), y: withinUnit(Number(match[2])) }
}

function withinUnit(value: number): number {
  return Math.min(1, Math.max(-1, value))
}
