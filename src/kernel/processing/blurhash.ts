import { encode } from 'blurhash'
import { decoding, openPicture } from './sharp.ts'

const side = 32 // pixels; more of them cost time and change nothing that 4×4 components can show

/**
 * Computes the BlurHash, 4×4 components, of an encoded picture. Transparent pixels count as white.
 *
 * @see https://blurha.sh
 */
export async function blurhashOf(data: Uint8Array): Promise<string> {
  const pixels = (await openPicture(data))
    .resize(side, side, { fit: 'inside' })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
  const { data: bytes, info } = await decoding(pixels.toBuffer({ resolveWithObject: true }))
  return encode(new Uint8ClampedArray(bytes), info.width, info.height, 4, 4)
}
