import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ACCENTS } from './accents.ts'
import { contrast, luminance, toHex, toOklch } from './oklch.ts'
import { type Palette, paletteStyles, palettesOf, type Token } from './palette.ts'

/** colours spread over all of them, the same in every run */
const RANDOM = Array.from({ length: 500 }, (_, at) => {
  const number = ((at + 1) * 2_654_435_761) % 0x1000000
  return `#${number.toString(16).padStart(6, '0')}`
})
const EXTREMES = [
  '#000000',
  '#ffffff',
  '#ff0000',
  '#00ff00',
  '#0000ff',
  '#ffff00',
  '#00ffff',
  '#808080',
]

const GROUNDS: readonly Token[] = ['bg', 'surface', 'surface-low', 'surface-high']
/** as test/web/tokens.test.ts has them for the violet */
const PAIRS: readonly (readonly [Token, Token])[] = [
  ...(['text', 'muted', 'accent-strong'] as const).flatMap((text) =>
    GROUNDS.map((ground) => [text, ground] as const),
  ),
  ...GROUNDS.slice(0, 3).map((ground) => ['accent', ground] as const),
  ['text', 'accent-soft'],
  ['accent-strong', 'accent-soft'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-strong'],
]

/** Pairs of a palette that stand out less than they should. */
function faint(palette: Palette, least: number, line: number): string[] {
  return [
    ...PAIRS.map(([text, ground]) => [text, ground, least] as const),
    ['border-strong', 'surface', line] as const,
  ].flatMap(([text, ground, wanted]) =>
    ([0, 1] as const).flatMap((look) => {
      const reached = contrast(palette[text][look], palette[ground][look])
      return reached < wanted ? [`${text} on ${ground}: ${reached.toFixed(2)}`] : []
    }),
  )
}

test('whatever colour is chosen, texts and lines of its shades can be read, also in high contrast', () => {
  for (const colour of [...Object.values(ACCENTS), ...EXTREMES, ...RANDOM]) {
    const { usual, strong } = palettesOf(colour)
    assert.deepEqual([colour, ...faint(usual, 4.5, 3)], [colour])
    assert.deepEqual([colour, ...faint(strong, 7, 4.5)], [colour])
  }
})

test('messages of danger, success and warning stand out on grounds of every colour', () => {
  const danger = ['#b3261e', '#ffb4ab'] as const
  for (const colour of [...EXTREMES, ...RANDOM]) {
    const { usual } = palettesOf(colour)
    for (const ground of GROUNDS) {
      assert.ok(contrast(danger[0], usual[ground][0]) >= 4.5, `${colour} ${ground}`)
      assert.ok(contrast(danger[1], usual[ground][1]) >= 4.5, `${colour} ${ground}`)
    }
  }
})

test('a colour that can be read stays as it was chosen', () => {
  for (const colour of Object.values(ACCENTS)) {
    assert.equal(palettesOf(colour).usual.accent[0], colour)
  }
})

test('a colour keeps its hue, and a grey has no tint', () => {
  const teal = palettesOf('#0b7a75').usual
  const grey = palettesOf('#777777').usual
  const hueOf = (hex: string) => Math.round(toOklch(hex).hue)

  assert.ok(Math.abs(hueOf(teal.accent[1]) - hueOf('#0b7a75')) <= 3)
  assert.ok(Math.abs(hueOf(teal['accent-soft'][0]) - hueOf('#0b7a75')) <= 8)
  for (const [light] of Object.values(grey)) assert.ok(toOklch(light).chroma < 0.01, light)
})

test('colours come back from lightness, chroma and hue as they were', () => {
  for (const colour of [...EXTREMES, ...RANDOM]) assert.equal(toHex(toOklch(colour)), colour)
})

test('a colour too strong for screens is paler, in the same lightness', () => {
  const hex = toHex({ lightness: 0.7, chroma: 0.4, hue: 150 })

  assert.match(hex, /^#[0-9a-f]{6}$/)
  assert.ok(Math.abs(toOklch(hex).lightness - 0.7) < 0.01)
  assert.equal(luminance('#ffffff'), 1)
})

test('the style sheet counts for a document with an accent, in high contrast by choice and by device', () => {
  const styles = paletteStyles(palettesOf('#0b7a75'))

  assert.match(styles, /^:root\[data-accent\]\{--bg:light-dark\(#/)
  assert.match(styles, /:root\[data-accent\]\[data-theme="contrast"\]\{/)
  assert.match(styles, /@media \(prefers-contrast:more\)\{:root\[data-accent\]\{/)
})
