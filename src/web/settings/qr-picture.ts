import { html, raw, type SafeHtml } from '../../text/html.ts'

/** A QR picture of a text, black on white in every colour scheme as apps expect it. */
export async function qrPicture(text: string, label: string): Promise<SafeHtml> {
  const { renderSVG } = await import('uqr')
  // what the library draws is made of numbers alone
  const svg = raw(renderSVG(text, { ecc: 'M', border: 3, pixelSize: 4 }))
  return html`<div class="qr" role="img" aria-label="${label}">${svg}</div>`
}
