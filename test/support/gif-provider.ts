import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { movingPicture } from './media-samples.ts'

/** A picture that it finds; addresses below its own. */
export interface Offered {
  id: string
  description: string
  preview?: string
  file?: string
}

/** A provider of GIFs on loopback that speaks as Giphy and as Klipy do. */
export interface GifSite extends AsyncDisposable {
  url: string
  /** path and query of each request so far, for pictures too */
  asked: string[]
  /** what every search finds */
  offered: Offered[]
  /** answers paths in another way; returns whether it did */
  answer: (path: string, response: ServerResponse) => boolean
}

export async function startGifSite(): Promise<GifSite> {
  const picture = await movingPicture(32, 24).gif({ loop: 0 }).toBuffer()
  const http = createServer((request, response) => {
    const path = request.url ?? ''
    site.asked.push(path)
    if (site.answer(path, response)) return
    if (path.startsWith('/files/')) {
      response.writeHead(200, { 'content-type': 'image/gif' }).end(picture)
      return
    }
    const json = answerOf(site, new URL(path, site.url))
    response
      .writeHead(json === null ? 404 : 200, { 'content-type': 'application/json' })
      .end(JSON.stringify(json ?? {}))
  })
  const site: GifSite = {
    url: '',
    asked: [],
    offered: [
      { id: 'rook1', description: 'A rook hops' },
      { id: 'rook2', description: '' },
    ],
    answer: () => false,
    async [Symbol.asyncDispose]() {
      http.closeAllConnections()
      http.close()
      await once(http, 'close')
    },
  }
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  site.url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  return site
}

function answerOf(site: GifSite, { pathname, searchParams }: URL): unknown {
  const one = (id: string | null) => site.offered.filter((gif) => gif.id === id)
  if (pathname === '/v2/search') return { results: site.offered.map((gif) => asTenor(site, gif)) }
  if (pathname === '/v2/posts') {
    return { results: one(searchParams.get('ids')).map((gif) => asTenor(site, gif)) }
  }
  if (pathname === '/v1/gifs/search') return { data: site.offered.map((gif) => asGiphy(site, gif)) }
  const [gif] = one(pathname.replace('/v1/gifs/', ''))
  return gif === undefined ? null : { data: asGiphy(site, gif) }
}

const preview = ({ url }: GifSite, gif: Offered) =>
  gif.preview ?? `${url}/files/${gif.id}-small.gif`
const file = ({ url }: GifSite, gif: Offered) => gif.file ?? `${url}/files/${gif.id}.gif`

const asTenor = (site: GifSite, gif: Offered) => ({
  id: gif.id,
  title: '',
  content_description: gif.description,
  media_formats: {
    tinygif: { url: preview(site, gif), dims: [32, 24], size: 1000 },
    gif: { url: file(site, gif), dims: [320, 240], size: 10_000 },
  },
})

const asGiphy = (site: GifSite, gif: Offered) => ({
  type: 'gif',
  id: gif.id,
  title: `${gif.description} GIF by Somebody`,
  images: {
    fixed_width_small: { url: preview(site, gif), width: '32', height: '24' },
    original: { url: file(site, gif), width: '320', height: '240', size: '10000' },
  },
})
