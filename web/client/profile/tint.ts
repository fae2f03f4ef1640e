import { palettesOf, partStyles } from '../../../src/kernel/base/palette.ts'
import type { Account } from '../../shared/entities/api.ts'
import { colourOf } from './picture-colour.ts'

/** px of the small copy of a picture whose colour is read */
const SIDE = 24

/**
 * Gives a part of the page shades of the colour of somebody's banner or, without one, of their picture. They are made as
 * those of the server's colour are, so texts stand out on them as much.
 * @param selector of the part
 * @returns takes them away
 */
export function tint(selector: string, account: Account): () => void {
  const sheet = new CSSStyleSheet()
  let isOver = false
  void colourOfAccount(account).then((colour) => {
    if (colour === null || isOver) return
    sheet.replaceSync(partStyles(palettesOf(colour), selector))
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  })
  return () => {
    isOver = true
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
  }
}

async function colourOfAccount({ header_static, avatar_static }: Account): Promise<string | null> {
  for (const url of [header_static, avatar_static]) {
    const colour = await read(url).catch(() => null)
    if (colour !== null) return colour
  }
  return null
}

/** @returns null for what stands for a missing picture, and for files of another origin, which are not to be read */
async function read(url: string): Promise<string | null> {
  const { origin, pathname } = new URL(url, location.href)
  if (origin !== location.origin || pathname.startsWith('/assets/')) return null
  const image = new Image(SIDE, SIDE)
  image.src = url
  await image.decode()
  const canvas = new OffscreenCanvas(SIDE, SIDE)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) return null
  context.drawImage(image, 0, 0, SIDE, SIDE)
  return colourOf(context.getImageData(0, 0, SIDE, SIDE).data)
}
