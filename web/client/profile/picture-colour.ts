import { type Oklch, toHex, toOklch } from '../../../src/kernel/base/oklch.ts'

/** degrees of hue that count as one colour */
const STEP = 15
/** chroma from which a pixel has a colour, and not a shade of grey */
const LEAST_CHROMA = 0.03
/** share of the picture that has to be of colour: a red dot makes no red picture */
const LEAST_SHARE = 0.05

/**
 * The colour of a picture: that of which there is the most, where strong colours count more than weak ones.
 * @param pixels red, green, blue and opacity, 0 to 255, of each
 * @returns as `#5b46c9`; null for a picture without any
 */
export function colourOf(pixels: ArrayLike<number>): string | null {
  const byHue = new Map<number, Oklch[]>()
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    if ((pixels[at + 3] ?? 0) < 128) continue
    const colour = toOklch(hexOf([pixels[at], pixels[at + 1], pixels[at + 2]]))
    if (colour.chroma < LEAST_CHROMA) continue
    const step = Math.floor((((colour.hue % 360) + 360) % 360) / STEP)
    byHue.set(step, [...(byHue.get(step) ?? []), colour])
  }
  const weightOf = (colours: readonly Oklch[]) => sum(colours.map(({ chroma }) => chroma))
  const [most] = [...byHue.values()].sort((one, other) => weightOf(other) - weightOf(one))
  if (most === undefined || most.length < (pixels.length / 4) * LEAST_SHARE) return null
  const mean = (name: keyof Oklch) => sum(most.map((one) => one[name])) / most.length
  return toHex({ lightness: mean('lightness'), chroma: mean('chroma'), hue: mean('hue') })
}

const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0)

const hexOf = (channels: readonly (number | undefined)[]): string =>
  `#${channels.map((value = 0) => value.toString(16).padStart(2, '0')).join('')}`
