import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reduceStyles } from './owner-styles.ts'

const cssOf = (source: string) => reduceStyles(source).css
const whyOf = (source: string) => reduceStyles(source).leftOut.map(({ why }) => why)

test('colours, fonts, spacing, borders and grounds stay', () => {
  const kept = `
    /* ours */
    :root { --own: #fde; --accent: oklch(0.5 0.2 -30) }
    .card, .site-header > a:hover::before { content: ""; color: rgb(1 2 3 / 50%); padding: 1rem 2px !important }
    body { background: #123 url(/system/site/ab/cd.png) no-repeat 50% -10px, linear-gradient(45deg, var(--own), white) }
    [data-theme="dark"] h1 { font-family: "Iowan Old Style", serif; border: 1px solid; border-radius: 50% }
    li:nth-child(2n+1):not(.x) { box-shadow: 0 -1px 2px rgb(0 0 0 / 20%) }
    @media print, (400px <= width < 50rem) { a { color: #123 } }
    @media (max-width: 40rem) and (prefers-color-scheme: dark) { a { color: light-dark(red, #abc) } }`
  const { css, leftOut } = reduceStyles(kept)

  assert.deepEqual(leftOut, [])
  for (const part of [
    '--own:',
    'content:""',
    '!important',
    'url(/system/site/ab/cd.png)',
    '@media (max-width:40rem)',
  ]) {
    assert.ok(css.includes(part), `${part} in ${css}`)
  }
  assert.ok(!css.includes('ours'))
  assert.deepEqual(reduceStyles(css), { css, leftOut: [] })
})

test('A102 nothing is loaded from elsewhere, in any spelling', () => {
  for (const value of [
    'url(https://evil.example/x)',
    'url("//evil.example/x")',
    'url(data:image/svg+xml,x)',
    'url(/api/v1/accounts)',
    'url(/auth/sign_out)',
    'url(/system/../api/v1/x)',
    'url(/system/a\\2e\\2e/b)',
    'u\\72l(https://evil.example/x)',
    'image-set("https://evil.example/x" 1x)',
    'image("https://evil.example/x")',
    'src("https://evil.example/x")',
    'cross-fade(url(https://evil.example/x), red)',
    'element(#x)',
    'var(--x, url(https://evil.example/x))',
    'linear-gradient(red, url(https://evil.example/x))',
    'paint(x)',
    'attr(value)',
    'env(x)',
    'expression(alert(1))',
  ]) {
    const css = cssOf(`body { background: ${value}; color: red }`)
    assert.equal(css, 'body{color:red}', value)
  }
  assert.deepEqual(whyOf('a { --x: url(https://evil.example/x) }'), ['address'])
  assert.deepEqual(whyOf('a { --x: url(/system/x.png) }'), ['address'])
})

test('A102 rules that load, define or import are left out', () => {
  for (const rule of [
    '@import "https://evil.example/x.css";',
    '@import url(/system/x.css);',
    '@font-face { font-family: x; src: url(https://evil.example/x) }',
    '@namespace svg url(http://www.w3.org/2000/svg);',
    '@charset "utf-7";',
    '@property --x { syntax: "*"; inherits: true }',
    '@keyframes x { to { color: red } }',
    '@page { margin: 0 }',
    '@layer x { a { color: red } }',
    '@supports (color: red) { a { color: red } }',
    '@container (width > 1px) { a { color: red } }',
    '@media foo(bar) { a { color: red } }',
  ]) {
    assert.equal(cssOf(rule), '', rule)
  }
})

test('A102 selectors do not ask what somebody typed, chose or may do', () => {
  for (const selector of [
    'input[value^="a"]',
    'input[type=password][value$="b"]',
    'a[href*="secret"]',
    '[csrf-token]',
    '[data-key="x"]',
    'input:checked',
    'input:valid',
    'input:placeholder-shown',
    'a:visited',
    'form:has(input[value^="a"])',
    ':is(.a, [value^="a"])',
    ':not([value^="a"])',
    ':nth-child(1 of [value^="a"])',
    'video::part(x)',
    '::-webkit-file-upload-button',
    '.a, [name="x"]',
  ]) {
    assert.deepEqual(whyOf(`${selector} { color: red }`), ['selector'], selector)
  }
})

test('A102 nothing is moved, hidden, laid over something, or given words', () => {
  for (const declaration of [
    'position: fixed',
    'p\\6f sition: fixed',
    'z-index: 9',
    'inset: 0',
    'transform: scale(9)',
    'display: none',
    'visibility: hidden',
    'opacity: 0',
    'clip-path: none',
    'pointer-events: none',
    'cursor: none',
    'filter: blur(9px)',
    'animation: x 1s',
    'width: 9px',
    'float: left',
    'content: "You agree to pay"',
    'content: attr(title)',
    'margin: -400px',
    'margin-top: calc(0px - 400px)',
    'margin: 0 0 0 min(-1px, 3px)',
    'padding: 9999px',
    'padding: 1e9px',
    'box-shadow: 0 0 0 400px red',
    'box-shadow: 0 0 0 var(--width) red',
    'text-shadow: 300px 0 red',
    '--width: 40rem',
    '--space-4: -2rem',
    '-moz-binding: none',
    'behavior: none',
    'font: caption',
  ]) {
    assert.equal(cssOf(`a { ${declaration} }`), '', declaration)
  }
})

test('what is left out is named with its line and a reason', () => {
  const { css, leftOut } = reduceStyles(`a {
  color: red;
  position: fixed;
}
@import "x";
b { color: blue }
c { color: url(https://evil.example) }
d { e { color: red } }
f { & g { color: red } }`)

  assert.equal(css, 'a{color:red}b{color:blue}')
  assert.deepEqual(leftOut, [
    { line: 3, text: 'position: fixed', why: 'property' },
    { line: 5, text: '@import "x";', why: 'at_rule' },
    { line: 7, text: 'color: url(https://evil.example)', why: 'address' },
    { line: 8, text: 'e { color: red }', why: 'syntax' },
    { line: 9, text: '& g { color: red }', why: 'nesting' },
  ])
})

test('what cannot be read does not carry away what follows, and never throws', () => {
  assert.equal(cssOf('b { color: } ] c { x } a { color: red'), 'a{color:red}')
  for (const source of [
    '',
    '{',
    '</style><script>alert(1)</script>',
    'a{'.repeat(20_000),
    ':is('.repeat(16_000),
    `a{background:${'linear-gradient('.repeat(4_000)}`,
    `${'@media all{'.repeat(5_000)}`,
    '\u0000\uffff a { color: \ud800 }',
    'a { color: "\\',
    'a { --x: {} }',
    'a { --x: }',
  ]) {
    const { css } = reduceStyles(source)
    assert.ok(!/<|script|url\(/.test(css), css)
  }
})
