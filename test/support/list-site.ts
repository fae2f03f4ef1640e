import { createHash } from 'node:crypto'
import { createServer } from 'node:http'

export interface ListSite extends AsyncDisposable {
  /** of the one list that it serves */
  url: string
  /** what it answers with; the entity tag is that of the text */
  reply: { status?: number; text: string; type?: string }
  /** `If-None-Match` of each request so far */
  asked: (string | undefined)[]
}

/** A site on loopback that keeps a list of blocks. */
export async function startListSite(text: string): Promise<ListSite> {
  const site: Omit<ListSite, 'url'> = {
    reply: { text },
    asked: [],
    async [Symbol.asyncDispose]() {
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
    },
  }
  const http = createServer((request, response) => {
    const { status = 200, text, type = 'text/csv' } = site.reply
    const etag = `"${createHash('sha256').update(text).digest('hex')}"`
    site.asked.push(request.headers['if-none-match'])
    if (status === 200 && request.headers['if-none-match'] === etag) {
      response.writeHead(304, { etag }).end()
      return
    }
    response.writeHead(status, { etag, 'content-type': type }).end(text)
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as { port: number }
  return Object.assign(site, { url: `http://127.0.0.1:${port}/list.csv` })
}
