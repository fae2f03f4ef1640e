/** Values of parameters. */
export type Value =
  | string
  | number
  | boolean
  | null
  | undefined
  | Value[]
  | { [name: string]: Value }

/**
 * Encodes parameters as clients do in queries and forms (S-002, S-003): `id[]=1&poll[multiple]=true`.
 * Undefined values are left out.
 */
export function encodeParams(params: { [name: string]: Value }): URLSearchParams {
  const encoded = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) append(encoded, name, value)
  return encoded
}

/** The same as the parts of a multipart body; files can be added to it. */
export function multipart(params: { [name: string]: Value }): FormData {
  const parts = new FormData()
  for (const [name, value] of encodeParams(params)) parts.append(name, value)
  return parts
}

function append(encoded: URLSearchParams, name: string, value: Value): void {
  if (value === undefined) return
  if (Array.isArray(value)) {
    for (const item of value) append(encoded, `${name}[]`, item)
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) append(encoded, `${name}[${key}]`, item)
  } else {
    encoded.append(name, String(value ?? ''))
  }
}
