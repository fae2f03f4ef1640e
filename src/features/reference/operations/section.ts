/**
 * A short summary of an operation, and its reply: the name of an entity, `Name[]`, `{}`, or several
 * of these joined by `|`; other words are `text`, `csv`, `zip`, `empty` and `events` (server-sent
 * events).
 */
export type Operation = readonly [summary: string, reply: string]

/** A part of the API that has one page. */
export interface Section {
  /** for URLs: lower case, digits and dashes */
  name: string
  title: string
  about: string
  /** by method and path as in the route */
  operations: Readonly<Record<string, Operation>>
}
