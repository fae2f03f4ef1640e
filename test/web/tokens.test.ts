import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { VIOLET } from '../../src/kernel/base/palette.ts'

const css = readFileSync(
  new URL('../../src/surfaces/pages/styles/tokens.css', import.meta.url),
  'utf8',
)
const GROUNDS = ['--bg', '--surface', '--surface-low', '--surface-high']

/** Text colours and the backgrounds that they appear on: `[text, ground]`. */
const PAIRS: [string, string][] = [
  ...['--text', '--muted', '--accent-strong', '--danger'].flatMap((text) =>
    GROUNDS.map((ground): [string, string] => [text, ground]),
  ),
  ...GROUNDS.slice(0, 3).map((ground): [string, string] => ['--accent', ground]),
  ['--text', '--accent-soft'],
  ['--accent-strong', '--accent-soft'],
  ['--on-accent', '--accent'],
  ['--on-accent', '--accent-strong'],
  ...['danger', 'success', 'warning'].flatMap((tone): [string, string][] => [
    [`--${tone}`, `--${tone}-soft`],
    [`--${tone}`, '--surface'],
    ['--text', `--${tone}-soft`],
  ]),
]

/** Colours of a block of the style sheet, light and dark. */
function coloursOf(start: string): Map<string, [light: string, dark: string]> {
  const at = css.indexOf(`${start} {`)
  assert.ok(at >= 0, start)
  const block = css.slice(at, css.indexOf('}', at))
  const found = block.matchAll(/(--[\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)
  return new Map([...found].map(([, name = '', light = '', dark = '']) => [name, [light, dark]]))
}

/** @see https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

for (const [start, least, line] of [
  ['\n:root', 4.5, 3],
  [':root[data-theme="contrast"]', 7, 4.5],
] as const) {
  test(`what is written stands out by ${least}, lines of controls by ${line}`, () => {
    const colours = coloursOf(start)
    const faint = [
      ...PAIRS.map((pair) => [...pair, least] as const),
      ['--border-strong', '--surface', line] as const,
      ['--accent', '--bg', line] as const,
    ].flatMap(([text, ground, wanted]) =>
      [0, 1].flatMap((look) => {
        const [one, other] = [colours.get(text)?.[look], colours.get(ground)?.[look]]
        assert.ok(one !== undefined && other !== undefined, `${text} ${ground}`)
        const reached = contrast(one, other)
        return reached < wanted ? [`${text} on ${ground}: ${reached.toFixed(2)}`] : []
      }),
    )

    assert.deepEqual(faint, [])
  })
}

test('high contrast is the same whether the person or the device asks for it', () => {
  const asked = coloursOf('@media (prefers-contrast: more) {\n  :root')

  assert.deepEqual(asked, coloursOf(':root[data-theme="contrast"]'))
  assert.deepEqual([...asked.keys()], [...coloursOf('\n:root').keys()])
})

test('the tokens that accents turn are those of the style sheet', () => {
  for (const [set, start] of [
    ['usual', '\n:root'],
    ['strong', ':root[data-theme="contrast"]'],
  ] as const) {
    const colours = coloursOf(start)
    for (const [token, shades] of Object.entries(VIOLET[set])) {
      assert.deepEqual(shades, colours.get(`--${token}`), `${set} ${token}`)
    }
  }
})

/** Files whose colours stand over pictures, behind dialogs, or are read by a camera: the same in all themes. */
const OVER_PICTURES =
  /(media|media-grid|viewer|public-media|settings-pictures|settings|menu|menu-sheet|parts|qr-dialog)\.css$|tokens\.css$/
/** sizes of text, as web/README.md lists them */
const SIZES =
  /^(var\(--(size-[a-z]+|post-text)\)|inherit|0|0\.92em|(0\.6875|0\.75|0\.8125|0\.9375|1|1\.0625|1\.125|1\.1875|1\.375|1\.5|2\.25|3\.5)rem|[\d.]+%)$/

const sheets = ['web', 'src/surfaces/pages/styles'].flatMap((folder) => {
  const root = new URL(`../../${folder}/`, import.meta.url)
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.css'))
    .map((name) => [name, readFileSync(new URL(name, root), 'utf8')] as const)
})

test('pages take their colours from the tokens, and sizes of text from the scale', () => {
  const literal = sheets.flatMap(([name, text]) => {
    const rules = text.replace(/\/\*.*?\*\//gs, '').replace(/\[[^\]]*\]/g, '')
    const values = [...rules.matchAll(/([\w-]+): ([^;{}]+);/g)]
    return values.flatMap(([, property = '', value = '']) => {
      const isColour = /#[0-9a-f]{3,8}\b|\b(rgb|hsl|oklch)a?\(/i.test(value)
      const isLiteral = isColour && !OVER_PICTURES.test(name) && !/^mask/.test(property)
      const isOdd = property === 'font-size' && !SIZES.test(value)
      return isLiteral || isOdd ? [`${name}: ${property}: ${value}`] : []
    })
  })

  assert.ok(sheets.length > 60)
  assert.deepEqual(literal, [])
})
