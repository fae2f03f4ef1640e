/** A choice of a header such as Accept, and how much it is wanted. */
export interface Weighted {
  /** in the case in which it was sent */
  value: string
  /** 0 (not wanted at all) to 1 */
  weight: number
}

/**
 * The choices of a header, in its order. Their parameters other than the weight are left out.
 * @see https://www.rfc-editor.org/rfc/rfc9110#name-quality-values
 */
export function readWeightedList(header: string | undefined): Weighted[] {
  return (header ?? '')
    .replace(/"[^"]*"/g, '')
    .split(',')
    .map((choice) => {
      const [value = '', ...parameters] = choice.split(';').map((text) => text.trim())
      return { value, weight: weightOf(parameters) }
    })
}

function weightOf(parameters: string[]): number {
  const q = parameters.find((parameter) => /^q=/i.test(parameter))
  const weight = q === undefined ? 1 : Number(q.slice(2))
  return Number.isFinite(weight) ? Math.min(Math.max(weight, 0), 1) : 0
}
