/** `{{ object.account.username }}`: a path of names and numbers in the payload */
const HOLE = /\{\{\s*([\w.]+)\s*\}\}/g

/**
 * Replaces placeholders with parts of a payload in JSON; strings without quotes, so that they can
 * stand within other strings. A missing part is null.
 */
export function fillTemplate(template: string, payload: unknown): string {
  return template.replace(HOLE, (_, path: string) => {
    const json = JSON.stringify(valueAt(payload, path) ?? null)
    return json.startsWith('"') ? json.slice(1, -1) : json
  })
}

function valueAt(payload: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => {
    const has = typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    return has ? (value as Record<string, unknown>)[name] : undefined
  }, payload)
}
