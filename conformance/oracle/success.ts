/** The content of the `success` column of surface.tsv. */
export interface Success {
  statuses: number[]
  /** name of an entity, `{}` for the empty object, null if the row's own check decides */
  entity: string | null
  list: boolean
}

/**
 * Parses `200 Account[]`, `200 or 206 Status[]`, `200 {}` and the like.
 * @param knows whether a name is that of an entity
 */
export function readSuccess(column: string, knows: (entity: string) => boolean): Success {
  const [, codes = '', rest = ''] = /^((?:\d{3})(?: or \d{3})*) ?(.*)$/.exec(column) ?? []
  const list = rest.endsWith('[]')
  const name = rest.replace(/\[\]$/, '').replace(/ \(.*\)$/, '')
  const entity = name === '{}' || name === 'String' || knows(name) ? name : null
  return { statuses: codes.split(' or ').map(Number), entity, list: list && entity !== null }
}
