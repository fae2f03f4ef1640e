import { ACCENTS, coloursPath } from '../../../src/kernel/base/accents.ts'
import { server } from '../../shared/session.ts'
import type { WebSettings } from './web-settings.ts'

const LINK = 'link[data-colours]'

/**
 * Gives the page the shades of an accent. They come as a style sheet of the server (src/surfaces/pages/colours.ts);
 * those before stay until it is there.
 * @param done called when the colours count; not if another accent was chosen meanwhile
 */
export function wearAccent(accent: WebSettings['accent'], done: () => void): void {
  const colour = accent === 'server' ? server.colour : ACCENTS[accent]
  const { dataset } = document.documentElement
  const before = [...document.querySelectorAll<HTMLLinkElement>(LINK)]
  if (colour === undefined || colour === '') {
    delete dataset.accent
    for (const link of before) link.remove()
    done()
    return
  }
  dataset.accent = accent
  const path = coloursPath(colour)
  if (before.at(-1)?.getAttribute('href') === path) {
    done()
    return
  }
  const link = document.createElement('link')
  Object.assign(link, { rel: 'stylesheet', href: path })
  link.dataset.colours = ''
  link.addEventListener('load', () => {
    if (document.documentElement.dataset.accent !== accent) return
    for (const old of before) old.remove()
    done()
  })
  link.addEventListener('error', () => link.remove())
  document.head.append(link)
}
