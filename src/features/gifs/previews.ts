import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { NotFound } from '../../kernel/base/errors.ts'
import type { App } from '../../kernel/core/app.ts'
import type { Source } from '../proxy/remote-files.ts'

/** bytes: previews have some hundred kB */
const MAX_BYTES = 2 * 1024 ** 2

type Keys = Pick<App, 'keys'>

/** Path of a preview at this server. Only addresses that this server has signed are fetched. */
export function previewPath({ keys }: Keys, url: string): string {
  const name = Buffer.from(url).toString('base64url')
  return `/proxy/gifs/${name}.${proof(keys, name)}`
}

/**
 * @param given the name in a path of `previewPath`
 * @param isStill the first picture of it
 * @throws NotFound unless this server made it
 */
export function previewSource({ keys }: Keys, given: string, isStill: boolean): Source {
  const [name = '', proved = ''] = given.split('.', 2)
  const [mine, theirs] = [proof(keys, name), proved].map((text) => Buffer.from(text))
  if (mine!.length !== theirs!.length || !timingSafeEqual(mine!, theirs!)) throw new NotFound()
  const url = Buffer.from(name, 'base64url').toString()
  const id = createHash('sha256').update(url).digest('base64url')
  return {
    id: `gifs/${isStill ? 'still' : 'moving'}/${id}`,
    url,
    making: isStill ? 'preview' : 'picture',
    limits: { maxBytes: MAX_BYTES, maxRedirects: 0 },
  }
}

const proof = ({ csrfSecret }: App['keys'], name: string): string =>
  createHmac('sha256', csrfSecret).update(`gif preview ${name}`).digest('base64url')
