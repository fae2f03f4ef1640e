/**
 * What an operation does, in a few words, and what it answers with: the name of an entity, `Name[]`,
 * `{}`, or several of these joined by `|`; further words are `text`, `csv`, `zip`, `empty` and `events`
 * (server-sent events).
 */
export type Operation = readonly [summary: string, reply: string]

/** A part of the interface that is described on one page. */
export interface Section {
  /** for addresses: lower case, digits and dashes */
  name: string
  title: string
  about: string
  /** by method and path as in the route */
  operations: Readonly<Record<string, Operation>>
}
