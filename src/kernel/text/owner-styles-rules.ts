import type {
  CssNode,
  Declaration,
  Dimension,
  FunctionNode,
  NumberNode,
  Percentage,
} from 'css-tree'

/** maximum of bytes of a style sheet */
export const OWNER_STYLES_SIZE = 64 * 1024

/** Why a part of a style sheet is left out. */
export type Refusal =
  | 'syntax'
  | 'nesting'
  | 'at_rule'
  | 'selector'
  | 'property'
  | 'value'
  | 'address'
  | 'size'

/** Properties that change looks and leave everything in its place. */
const PROPERTIES = new Set(
  `accent-color background background-attachment background-blend-mode background-clip background-color background-image
  background-origin background-position background-position-x background-position-y background-repeat background-size
  border border-block border-block-color border-block-end border-block-start border-block-style border-block-width
  border-bottom border-bottom-color border-bottom-left-radius border-bottom-right-radius border-bottom-style
  border-bottom-width border-color border-end-end-radius border-end-start-radius border-inline border-inline-color
  border-inline-end border-inline-start border-inline-style border-inline-width border-left border-left-color
  border-left-style border-left-width border-radius border-right border-right-color border-right-style
  border-right-width border-start-end-radius border-start-start-radius border-style border-top border-top-color
  border-top-left-radius border-top-right-radius border-top-style border-top-width border-width
  box-shadow caret-color color color-scheme column-gap column-rule-color fill font-family font-feature-settings
  font-kerning font-size font-stretch font-style font-variant font-variant-caps font-variant-numeric font-weight gap
  hyphens letter-spacing line-height list-style-type margin margin-block margin-block-end margin-block-start
  margin-bottom margin-inline margin-inline-end margin-inline-start margin-left margin-right margin-top
  outline-color padding padding-block padding-block-end padding-block-start padding-bottom padding-inline
  padding-inline-end padding-inline-start padding-left padding-right padding-top row-gap scrollbar-color stroke
  text-align text-decoration text-decoration-color text-decoration-line text-decoration-style
  text-decoration-thickness text-shadow text-transform text-underline-offset text-wrap word-spacing`.split(
    /\s+/,
  ),
)

const COLOURS = new Set(
  'rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark'.split(' '),
)
const FUNCTIONS = new Set([
  ...COLOURS,
  ...'var min max clamp linear-gradient radial-gradient conic-gradient repeating-linear-gradient'.split(
    ' ',
  ),
  ...'repeating-radial-gradient repeating-conic-gradient'.split(' '),
])

const PSEUDO_CLASSES = new Set(
  `active any-link first-child first-of-type focus focus-visible focus-within hover is lang dir last-child last-of-type
  link not nth-child nth-last-child nth-of-type only-child root where`.split(/\s+/),
)
const PSEUDO_ELEMENTS = new Set(
  'before after marker selection first-letter first-line placeholder'.split(' '),
)
/** attributes that say how a page looks; none tells what somebody typed, may do, or is sent with a form */
const ATTRIBUTES = new Set(
  'aria-current data-accent data-density data-font data-text data-theme dir lang role'.split(' '),
)

/** may be to the left of, or above, where something is */
const MAY_BE_NEGATIVE =
  /^(background-position(-[xy])?|background|box-shadow|text-shadow|letter-spacing)$/
/** drawn beyond the box, over what stands beside it */
const REACHES_OUT = /^--|shadow|^letter-spacing$|^word-spacing$|underline-offset|thickness$/
/** custom properties that are no lengths of a page: those of colours, and those that only a style sheet defines */
const NO_LENGTH =
  /^--(?:colou?r-[\w-]+|shadow-(?:near|far)|(?:bg|surface|border|text|muted|accent|on-accent|danger|success|warning)(?:-[a-z]+)?)$/

/** Largest value of each unit; for what reaches beyond its box an eighth of it. */
const LARGEST: Readonly<Record<string, number>> = {
  px: 400,
  pt: 300,
  rem: 25,
  em: 25,
  ex: 50,
  ch: 50,
  lh: 16,
  rlh: 16,
  vw: 100,
  vh: 100,
  dvh: 100,
  svh: 100,
  vmin: 100,
  vmax: 100,
  cqw: 100,
  cqi: 100,
  deg: 3600,
  turn: 10,
  rad: 60,
  dpi: 1000,
  dppx: 10,
  x: 10,
}

/** Files of this server: what people uploaded, and what comes with the software. */
const OWN_FILE = /^\/(?:system|assets)\/[\w/-]+(?:\.[\w-]+)*(?:\?v=\w+)?$/

/** @returns null if all of the selectors may be used */
export function refusalOfSelectors(selectors: CssNode): Refusal | null {
  if (selectors.type !== 'SelectorList') return 'syntax'
  return everyNode(selectors, isSelectorPart) ? null : 'selector'
}

function isSelectorPart(node: CssNode): boolean {
  switch (node.type) {
    case 'SelectorList':
    case 'Selector':
    case 'Combinator':
    case 'Nth':
    case 'AnPlusB':
    case 'Identifier':
    case 'String':
      return true
    case 'TypeSelector':
    case 'ClassSelector':
    case 'IdSelector':
      return /^[\w*-]+$/.test(node.name)
    case 'AttributeSelector':
      return ATTRIBUTES.has(node.name.name.toLowerCase())
    case 'PseudoClassSelector':
      return PSEUDO_CLASSES.has(node.name.toLowerCase())
    case 'PseudoElementSelector':
      return PSEUDO_ELEMENTS.has(node.name.toLowerCase()) && node.children === null
    default:
      return false
  }
}

/** @returns null if it may be set */
export function refusalOfDeclaration({ property, value }: Declaration): Refusal | null {
  const name = property.toLowerCase()
  if (value.type !== 'Value') return 'syntax'
  if (value.children.isEmpty) return 'value'
  // what is drawn before and after something may have no words of its own
  if (name === 'content') return isNothing(value) ? null : 'value'
  if (!PROPERTIES.has(name) && !/^--[a-z][\w-]*$/.test(name)) return 'property'
  return refusalOfValue(value, { name, inColour: false })
}

function isNothing(value: CssNode): boolean {
  const [first, ...rest] = childrenOf(value)
  if (rest.length > 0 || first === undefined) return false
  return (
    (first.type === 'String' && first.value === '') ||
    (first.type === 'Identifier' && first.name === 'none')
  )
}

interface Place {
  /** property, in lower case */
  name: string
  inColour: boolean
}

function refusalOfValue(node: CssNode, place: Place): Refusal | null {
  switch (node.type) {
    case 'Value':
      return firstRefusal(node, place)
    case 'Identifier':
      return /^[\w-]+$/.test(node.name) ? null : 'value'
    case 'String':
      return /^[\p{L}\p{N} _-]{0,60}$/u.test(node.value) ? null : 'value'
    case 'Hash':
      return /^[\da-f]{3,8}$/i.test(node.value) ? null : 'value'
    case 'Operator':
    case 'WhiteSpace':
      return null
    case 'Url':
      return OWN_FILE.test(node.value) && !place.name.startsWith('--') ? null : 'address'
    case 'Number':
    case 'Percentage':
    case 'Dimension':
      return refusalOfNumber(node, place)
    case 'Function':
      return refusalOfFunction(node, place)
    default:
      return 'value'
  }
}

function refusalOfFunction(node: FunctionNode, place: Place): Refusal | null {
  const name = node.name.toLowerCase()
  if (!FUNCTIONS.has(name)) return 'value'
  const [first] = childrenOf(node)
  // a length of the page would reach over what stands beside
  const isLength = first?.type === 'Identifier' && !NO_LENGTH.test(first.name)
  if (name === 'var' && isLength && REACHES_OUT.test(place.name) && !place.inColour) return 'size'
  return firstRefusal(node, { ...place, inColour: place.inColour || COLOURS.has(name) })
}

function refusalOfNumber(node: NumberNode | Percentage | Dimension, place: Place): Refusal | null {
  const value = Number(node.value)
  if (!Number.isFinite(value)) return 'value'
  if (place.inColour) return null
  if (value < 0 && !MAY_BE_NEGATIVE.test(place.name)) return 'size'
  const share = REACHES_OUT.test(place.name) ? 8 : 1
  return Math.abs(value) <= largestOf(node, place.name) / share ? null : 'size'
}

function largestOf(node: NumberNode | Percentage | Dimension, name: string): number {
  if (node.type === 'Percentage') return name === 'font-size' ? 400 : 200
  if (node.type === 'Dimension') return LARGEST[node.unit.toLowerCase()] ?? 0
  return name === 'font-weight' || name.startsWith('--') ? 8000 : 512
}

function firstRefusal(node: CssNode, place: Place): Refusal | null {
  for (const child of childrenOf(node)) {
    const refused = refusalOfValue(child, place)
    if (refused !== null) return refused
  }
  return null
}

const childrenOf = (node: CssNode): CssNode[] =>
  'children' in node && node.children !== null ? node.children.toArray() : []

function everyNode(node: CssNode, isAllowed: (node: CssNode) => boolean): boolean {
  if (!isAllowed(node)) return false
  const nested = node.type === 'Nth' && node.selector !== null ? [node.selector] : []
  return [...childrenOf(node), ...nested].every((child) => everyNode(child, isAllowed))
}
