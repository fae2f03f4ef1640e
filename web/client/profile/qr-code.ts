import { encode } from 'uqr'

export interface QrCode {
  /** modules of a side, with the light border that readers need */
  size: number
  /** the dark modules as the path of an SVG or a canvas, one unit each */
  path: string
}

/** modules */
const BORDER = 4

export function qrCodeOf(text: string): QrCode {
  const { data, size } = encode(text, { ecc: 'M', border: BORDER })
  return { size, path: data.map(pathOf).join('') }
}

/** Dark modules beside each other are drawn as one, so that no light line is left between them. */
function pathOf(row: readonly boolean[], y: number): string {
  const parts: string[] = []
  for (let x = 0; x < row.length; x++) {
    const start = x
    while (row[x] === true) x++
    if (x > start) parts.push(`M${start} ${y}h${x - start}v1H${start}z`)
  }
  return parts.join('')
}
