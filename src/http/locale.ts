import type { FastifyRequest } from 'fastify'

const DEFAULT = 'en'
const TAG = /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i

/**
 * Language to speak with the caller: the signed-in user's own, else the first choice of
 * Accept-Language, else `en` (S-009). A BCP 47 tag.
 */
export function localeOf(request: FastifyRequest): string {
  return request.auth?.user?.locale || preferredLanguage(request.headers['accept-language'])
}

function preferredLanguage(header: string | undefined): string {
  let best = DEFAULT
  let bestWeight = 0
  for (const part of (header ?? '').slice(0, 500).split(',')) {
    const [tag = '', ...parameters] = part.split(';').map((text) => text.trim())
    const weight = weightOf(parameters)
    if (weight > bestWeight && TAG.test(tag)) {
      best = tag
      bestWeight = weight
    }
  }
  return best
}

function weightOf(parameters: string[]): number {
  const q = parameters.find((parameter) => parameter.startsWith('q='))
  const weight = q === undefined ? 1 : Number(q.slice(2))
  return Number.isFinite(weight) ? weight : 0
}
