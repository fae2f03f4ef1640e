import { contrast, luminance, type Oklch, toHex, toOklch } from './oklch.ts'

/** Values of a design token: on light and on dark grounds. */
export type Shades = readonly [light: string, dark: string]

/** Colours of src/surfaces/pages/styles/tokens.css that follow an accent, in one of its two sets. */
export type Palette = Readonly<Record<Token, Shades>>

export interface Palettes {
  usual: Palette
  /** high contrast */
  strong: Palette
}

/** tokens that are ground for others */
const GROUNDS = ['bg', 'surface', 'surface-low', 'surface-high', 'accent-soft'] as const
/** tokens that are read or seen on grounds, but for the accents */
const MARKS = ['border', 'border-strong', 'text', 'muted', 'on-accent'] as const
const ACCENTS = ['accent', 'accent-strong'] as const

export type Token = (typeof GROUNDS)[number] | (typeof MARKS)[number] | (typeof ACCENTS)[number]

type Neutral = Exclude<Token, (typeof ACCENTS)[number]>

/** The values of tokens.css, of which those for other colours are turned. */
export const VIOLET: Readonly<Record<keyof Palettes, Palette>> = {
  usual: {
    bg: ['#f3f2f8', '#14121d'],
    surface: ['#ffffff', '#1e1b2a'],
    'surface-low': ['#f3f2f8', '#282438'],
    'surface-high': ['#e7e4f1', '#2b273c'],
    border: ['#d9d6e6', '#3a3550'],
    'border-strong': ['#8c87a3', '#837d9d'],
    text: ['#1d1a2b', '#eceaf5'],
    muted: ['#5c5870', '#aea9c4'],
    accent: ['#5b46c9', '#b3a6ff'],
    'accent-strong': ['#4936ad', '#c9c0ff'],
    'accent-soft': ['#ece9fb', '#2c2548'],
    'on-accent': ['#ffffff', '#1a1430'],
  },
  strong: {
    bg: ['#ffffff', '#000000'],
    surface: ['#ffffff', '#000000'],
    'surface-low': ['#f1f0f6', '#16141f'],
    'surface-high': ['#e6e3f2', '#221f30'],
    border: ['#5c5870', '#918ca8'],
    'border-strong': ['#2c293b', '#d2cee4'],
    text: ['#000000', '#ffffff'],
    muted: ['#33303f', '#dad7e8'],
    accent: ['#35209c', '#cdc4ff'],
    'accent-strong': ['#25146f', '#e4dfff'],
    'accent-soft': ['#e6e2ff', '#241c42'],
    'on-accent': ['#ffffff', '#0d0723'],
  },
}

/** contrast that text needs, a little more than WCAG asks for: AA, and AAA for the strong set */
const LEAST = { usual: 4.55, strong: 7.05 } as const
/** from which chroma on grounds are tinted as those of the violet are */
const FULL_TINT = 0.1
/** share of that on dark grounds: other hues look stronger there than the violet */
const DARK_TINT = 0.7
/** chroma of the violet; on dark grounds accents are as strong as its own there at most */
const DARK_CHROMA = toOklch(VIOLET.usual.accent[1]).chroma

/**
 * Shades of a colour for all tokens. Grounds and texts have the luminance of the violet's or stand out more, so each
 * pair of them holds; the accents are as near to the colour as contrast allows.
 * @param colour as `#5b46c9`
 */
export function palettesOf(colour: string): Palettes {
  const seed = toOklch(colour)
  return { usual: paletteOf(seed, 'usual'), strong: paletteOf(seed, 'strong') }
}

function paletteOf(seed: Oklch, set: keyof Palettes): Palette {
  const neutral = (token: Neutral): Shades => [
    turned(seed, VIOLET[set][token][0], (GROUNDS as readonly string[]).includes(token)),
    turned(seed, VIOLET[set][token][1], !(GROUNDS as readonly string[]).includes(token)),
  ]
  const neutrals = Object.fromEntries(
    [...GROUNDS, ...MARKS].map((token) => [token, neutral(token)]),
  ) as Record<Neutral, Shades>
  const light = accentsOn(seed, neutrals, set, 0)
  const dark = accentsOn(seed, neutrals, set, 1)
  return {
    ...neutrals,
    accent: [light[0], dark[0]],
    'accent-strong': [light[1], dark[1]],
  }
}

/** A shade of the violet in another hue. @param isBrighter whether it may be brighter than that, rather than darker */
function turned(seed: Oklch, hex: string, isBrighter: boolean): string {
  const { lightness, chroma } = toOklch(hex)
  const tint = Math.min(1, seed.chroma / FULL_TINT) * (lightness < 0.4 ? DARK_TINT : 1)
  const colour = { lightness, chroma: chroma * tint, hue: seed.hue }
  const wanted = luminance(hex)
  return shifted(colour, isBrighter ? 0.001 : -0.001, (found) =>
    isBrighter ? luminance(found) >= wanted : luminance(found) <= wanted,
  )
}

/** The accent and its stronger shade. @param look 0: on light grounds, 1: on dark ones */
function accentsOn(
  seed: Oklch,
  neutrals: Readonly<Record<Neutral, Shades>>,
  set: keyof Palettes,
  look: 0 | 1,
): [accent: string, strong: string] {
  const least = LEAST[set]
  const on = (tokens: readonly Neutral[]) => (found: string) =>
    tokens.every((token) => contrast(found, neutrals[token][look]) >= least)
  const step = look === 0 ? -0.002 : 0.002
  const start = startOf(seed, set, look)
  const accent = shifted(start, step, on(['bg', 'surface', 'surface-low', 'on-accent']))
  const more = { ...start, lightness: toOklch(accent).lightness + (look === 0 ? -0.07 : 0.06) }
  return [accent, shifted(more, step, on([...GROUNDS, 'on-accent']))]
}

function startOf(seed: Oklch, set: keyof Palettes, look: 0 | 1): Oklch {
  const own = toOklch(VIOLET[set].accent[look]).lightness
  if (look === 0) return { ...seed, lightness: Math.min(seed.lightness, set === 'usual' ? 1 : own) }
  const lightness = Math.max(own, Math.min(seed.lightness, 0.88))
  return { ...seed, lightness, chroma: Math.min(seed.chroma, DARK_CHROMA) }
}

/** The colour, as much lighter or darker as it needs to be. */
function shifted(colour: Oklch, step: number, isEnough: (hex: string) => boolean): string {
  let { lightness } = colour
  let hex = toHex(colour)
  while (!isEnough(hex) && lightness > 0 && lightness < 1) {
    lightness += step
    hex = toHex({ ...colour, lightness })
  }
  return hex
}

/** Style sheet that gives a document with `data-accent` these colours. */
export const paletteStyles = (palettes: Palettes): string =>
  stylesFor(palettes, ':root[data-accent]', ':root[data-accent][data-theme="contrast"]')

/** Style sheet that gives them to a part of a document. @param selector of the part */
export const partStyles = (palettes: Palettes, selector: string): string =>
  stylesFor(palettes, selector, `:root[data-theme="contrast"] ${selector}`)

function stylesFor({ usual, strong }: Palettes, place: string, inContrast: string): string {
  const rules = (palette: Palette) =>
    Object.entries(palette)
      .map(([token, [light, dark]]) => `--${token}:light-dark(${light},${dark})`)
      .join(';')
  return [
    `${place}{${rules(usual)}}`,
    `${inContrast}{${rules(strong)}}`,
    `@media (prefers-contrast:more){${place}{${rules(strong)}}}`,
    '',
  ].join('\n')
}
