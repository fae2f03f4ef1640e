import type { GifConfig } from '../../kernel/base/config.ts'
import { NotFound, Unreachable } from '../../kernel/base/errors.ts'
import type { App } from '../../kernel/core/app.ts'
import { registrableDomain } from '../../kernel/net/registrable-domain.ts'
import { parseForeignJson } from '../../kernel/text/storable.ts'
import { createGiphy } from './providers/giphy.ts'
import type { Gif, GifProvider } from './providers/provider.ts'
import { createTenor } from './providers/tenor.ts'

const TIMEOUT = 10_000
/** of an answer of 30 pictures with all their renditions: those of Giphy have some 10 kB each */
const MAX_BYTES = 1024 ** 2

const providerOf = ({ provider, key }: GifConfig): GifProvider =>
  provider === 'giphy' ? createGiphy(key) : createTenor(key)

/**
 * Pictures that the provider finds. It learns what is searched for and in which language, but not by whom: this
 * server asks.
 * @throws Unreachable
 */
export function searchGifs(
  app: App,
  config: GifConfig,
  { query, language, most }: { query: string; language: string; most: number },
): Promise<Gif[]> {
  const provider = providerOf(config)
  return ask(app, config, provider.search(query, language, most), provider)
}

/** @throws NotFound, Unreachable */
export async function getGif(app: App, config: GifConfig, id: string): Promise<Gif> {
  const provider = providerOf(config)
  const [gif] = await ask(app, config, provider.one(id), provider)
  if (gif === undefined || gif.id !== id) throw new NotFound()
  return gif
}

async function ask(
  app: App,
  config: GifConfig,
  path: string,
  provider: GifProvider,
): Promise<Gif[]> {
  const answer = await readJson(app, `${config.url}${path}`)
  return provider.read(answer).filter(({ preview, file }) => areTheirs(config, preview, file))
}

/** Redirects are not followed: the provider's API has none, and its files have addresses of their own. */
async function readJson(app: App, url: string): Promise<unknown> {
  try {
    const { status, body } = await app.egress.fetch({
      url,
      accept: ['application/json'],
      maxBytes: MAX_BYTES,
      timeoutMs: TIMEOUT,
      maxRedirects: 0,
    })
    if (status === 404) return null
    if (status < 200 || status > 299) throw new Error(`it answered ${status}`)
    return parseForeignJson(body.toString())
  } catch (error) {
    // the cause may name the address, which has the key: it is for the log
    throw new Unreachable('The search for GIFs is not available now', { cause: error })
  }
}

/** Whether files are at the provider: its answers do not send this server elsewhere (A100). */
function areTheirs({ url: own }: GifConfig, ...urls: readonly string[]): boolean {
  const home = URL.parse(own)
  return urls.every((text) => {
    const url = URL.parse(text)
    if (url === null || home === null || url.protocol !== home.protocol) return false
    return registrableDomain(url.hostname) === registrableDomain(home.hostname)
  })
}
