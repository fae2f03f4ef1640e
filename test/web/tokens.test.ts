import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

const css = readFileSync(new URL('../../src/web/tokens.css', import.meta.url), 'utf8')
const GROUNDS = ['--bg', '--surface', '--surface-low', '--surface-high']

/** What is written in which colour on which: `[text, ground]`. */
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
