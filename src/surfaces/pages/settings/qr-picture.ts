import { html, raw, type SafeHtml } from '../../../kernel/text/html.ts'
import type { Text } from '../../../kernel/text/messages.ts'

/** A QR code of a text, black on white in every colour scheme, as authenticator apps expect. */
export async function qrPicture(text: string, label: Text): Promise<SafeHtml> {
  const { renderSVG } = await import('uqr')
  // the library's SVG contains numbers only
  const svg = raw(renderSVG(text, { ecc: 'M', border: 3, pixelSize: 4 }))
  return html`<div class="qr" role="img" aria-label="${label}">${svg}</div>`
}
