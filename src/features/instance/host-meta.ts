import { type JsonText, toJson } from '../../kernel/base/json.ts'
import { escapeHtml } from '../../kernel/text/html.ts'

const template = (origin: string) => `${origin}/.well-known/webfinger?resource={uri}`

/** @see https://www.rfc-editor.org/rfc/rfc6415 */
export function hostMetaXml(origin: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<XRD xmlns="http://docs.oasis-open.org/ns/xri/xrd-1.0">
  <Link rel="lrdd" template="${escapeHtml(template(origin))}"/>
</XRD>
`
}

export function hostMetaJson(origin: string): JsonText {
  return toJson({ links: [{ rel: 'lrdd', template: template(origin) }] })
}
