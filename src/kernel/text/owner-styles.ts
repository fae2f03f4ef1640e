/// <reference path="./css-tree-parts.d.ts" />
import type { Atrule, CssNode, Declaration, Rule, StyleSheet } from 'css-tree'
import generate from 'css-tree/generator'
import parse from 'css-tree/parser'
import { List } from 'css-tree/utils'
import walk from 'css-tree/walker'
import { type Refusal, refusalOfDeclaration, refusalOfSelectors } from './owner-styles-rules.ts'

/** A part of a style sheet that is not given out. */
export interface LeftOut {
  /** where it begins, from 1 */
  line: number
  /** its first characters */
  text: string
  why: Refusal
}

export interface OwnerStyles {
  /** what is given out: written anew from what was understood, never as it came */
  css: string
  leftOut: LeftOut[]
}

/** conditions within conditions */
const DEEPEST = 4
/** what is left out is listed up to here */
const MOST_NAMED = 200
const SHOWN = 80

/**
 * Reduces the style sheet of the owner of a server to looks (owner-styles-rules.ts): it may neither load anything from
 * elsewhere, nor move things over each other, nor ask what stands in forms. Browser and server share this file.
 */
export function reduceStyles(source: string): OwnerStyles {
  const leftOut: LeftOut[] = []
  const leave = (node: CssNode, why: Refusal) => {
    if (leftOut.length < MOST_NAMED) leftOut.push(nameOf(source, node, why))
  }
  try {
    const tree = parse(source, { positions: true, parseCustomProperty: true }) as StyleSheet
    const kept = keptOf(tree.children, leave, 0)
    return { css: kept.isEmpty ? '' : generate({ ...tree, children: kept }), leftOut }
  } catch (error) {
    // nested deeper than the parser follows
    if (!(error instanceof RangeError)) throw error
    return { css: '', leftOut: [{ line: 1, text: source.slice(0, SHOWN), why: 'syntax' }] }
  }
}

type Leave = (node: CssNode, why: Refusal) => void

function keptOf(nodes: List<CssNode>, leave: Leave, depth: number): List<CssNode> {
  return new List<CssNode>().fromArray(
    nodes.toArray().flatMap((node): CssNode[] => {
      if (node.type === 'Rule') return keptRule(node, leave)
      if (node.type === 'Atrule') return keptCondition(node, leave, depth)
      if (node.type !== 'Comment' && node.type !== 'WhiteSpace') leave(node, 'syntax')
      return []
    }),
  )
}

function keptRule(rule: Rule, leave: Leave): CssNode[] {
  const why = refusalOfSelectors(rule.prelude)
  if (why !== null) {
    leave(rule, why)
    return []
  }
  const declarations = rule.block.children.toArray().filter((node): node is Declaration => {
    if (node.type === 'Comment' || node.type === 'WhiteSpace') return false
    const refused = node.type === 'Declaration' ? refusalOfDeclaration(node) : refusalOfOther(node)
    if (refused !== null) leave(node, refused)
    return refused === null
  })
  if (declarations.length === 0) return []
  const children = new List<CssNode>().fromArray(declarations)
  return [{ ...rule, block: { ...rule.block, children } }]
}

const refusalOfOther = ({ type }: CssNode): Refusal =>
  type === 'Rule' || type === 'Atrule' ? 'nesting' : 'syntax'

/** Rules that count for some screens only. */
function keptCondition(rule: Atrule, leave: Leave, depth: number): CssNode[] {
  const { block, prelude } = rule
  const isKnown = rule.name.toLowerCase() === 'media' && depth < DEEPEST
  if (!isKnown || block === null || prelude === null || walk.find(prelude, isUnread) !== null) {
    leave(rule, 'at_rule')
    return []
  }
  const children = keptOf(block.children, leave, depth + 1)
  return children.isEmpty ? [] : [{ ...rule, block: { ...block, children } }]
}

/** parts of a condition that are understood */
const MEDIA = new Set(
  'AtrulePrelude MediaQueryList MediaQuery Condition Feature FeatureRange Identifier Number Dimension Ratio'.split(
    ' ',
  ),
)

const isUnread = ({ type }: CssNode): boolean => !MEDIA.has(type)

function nameOf(source: string, { loc }: CssNode, why: Refusal): LeftOut {
  const { line = 1, offset = 0 } = loc?.start ?? {}
  const end = Math.min(loc?.end.offset ?? offset, offset + SHOWN)
  const [first = ''] = source.slice(offset, end).trim().split('\n')
  return { line, text: first.trim(), why }
}
