/**
 * Colours by how they look: lightness from 0 to 1, chroma from 0 (grey) to about 0.3, hue in degrees.
 * @see https://bottosson.github.io/posts/oklab/
 */
export interface Oklch {
  lightness: number
  chroma: number
  hue: number
}

type Triple = readonly [number, number, number]

/** @param hex as `#5b46c9` */
export function toOklch(hex: string): Oklch {
  const [red, green, blue] = linear(hex)
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const lightness = 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short
  return {
    lightness,
    chroma: Math.hypot(a, b),
    hue: (Math.atan2(b, a) * 180) / Math.PI,
  }
}

/** The nearest colour of screens with this lightness and hue: where it is too strong for them, it is paler. */
export function toHex(colour: Oklch): string {
  const lightness = Math.min(1, Math.max(0, colour.lightness))
  if (isOnScreens({ ...colour, lightness })) return hexOf(toLinear({ ...colour, lightness }))
  let [low, high] = [0, colour.chroma]
  for (let step = 0; step < 20; step++) {
    const chroma = (low + high) / 2
    if (isOnScreens({ ...colour, lightness, chroma })) low = chroma
    else high = chroma
  }
  return hexOf(toLinear({ ...colour, lightness, chroma: low }))
}

/** @see https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
export function luminance(hex: string): number {
  const [red, green, blue] = linear(hex)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** @see https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export function contrast(one: string, other: string): number {
  const [first, second] = [luminance(one), luminance(other)]
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05)
}

function toLinear({ lightness, chroma, hue }: Oklch): Triple {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
}

const isOnScreens = (colour: Oklch): boolean =>
  toLinear(colour).every((channel) => channel >= -1e-4 && channel <= 1 + 1e-4)

function linear(hex: string): Triple {
  const channel = (at: number): number => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return [channel(1), channel(3), channel(5)]
}

function hexOf(channels: Triple): string {
  const bytes = channels.map((channel) => {
    const value = Math.min(1, Math.max(0, channel))
    const encoded = value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055
    return Math.round(encoded * 255)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${bytes.join('')}`
}
