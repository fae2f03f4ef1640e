import { X509Certificate } from 'node:crypto'
import { type DerValue, oid, valuesIn } from './der.ts'

/** of an extension, without tag and length */
const AUTHORITY_KEY = oid('2.5.29.35').subarray(2)

/**
 * The name of a certificate in requests for its renewal: the key of its authority, and its serial number.
 * @returns null if it names no key of an authority
 * @see https://www.rfc-editor.org/rfc/rfc9773#section-4.1
 */
export function certificateId(pem: string): string | null {
  const [certificate] = valuesIn(new X509Certificate(pem).raw)
  const [body] = valuesIn(certificate!.content)
  const fields = valuesIn(body!.content)
  // the version is left out in certificates of version 1, which have no extensions
  const serial = fields.find(({ tag }) => tag === 0x02)
  const extensions = fields.find(({ tag }) => tag === 0xa3)
  if (serial === undefined || extensions === undefined) return null
  const key = authorityKeyIn(valuesIn(valuesIn(extensions.content)[0]!.content))
  if (key === null) return null
  return `${key.toString('base64url')}.${serial.content.toString('base64url')}`
}

function authorityKeyIn(extensions: readonly DerValue[]): Buffer | null {
  for (const { content } of extensions) {
    const parts = valuesIn(content)
    if (parts[0]?.content.equals(AUTHORITY_KEY) !== true) continue
    const [value] = valuesIn(parts.at(-1)!.content)
    return valuesIn(value!.content).find(({ tag }) => tag === 0x80)?.content ?? null
  }
  return null
}
