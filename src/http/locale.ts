import type { FastifyRequest } from 'fastify'
import { CATALOGUES } from '../text/locales/all.ts'
import type { Catalogue } from '../text/said.ts'
import { isParams } from './body/nested-params.ts'

const DEFAULT = 'en'
const TAG = /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i

/**
 * Language to speak with the caller: the signed-in user's own, else the first choice of
 * Accept-Language, else `en` (S-009). A BCP 47 tag.
 */
export function localeOf(request: FastifyRequest): string {
  return request.auth?.user?.locale || preferredLanguage(request.headers['accept-language'])
}

/**
 * The catalogue in which errors are said to the caller (S-009): that of the parameter `lang`, of the
 * user, or of the first known language of Accept-Language; null is English.
 */
export function catalogueOf(request: FastifyRequest): Catalogue | null {
  const own = [langIn(request.query), langIn(request.body), request.auth?.user?.locale]
  const known = [...own, ...languagesIn(request.headers['accept-language'])]
    .map((tag) => tag?.split('-', 1)[0]?.toLowerCase() ?? '')
    .find((language) => language === DEFAULT || Object.hasOwn(CATALOGUES, language))
  return (known === undefined ? null : CATALOGUES[known]) ?? null
}

function langIn(params: unknown): string | undefined {
  const lang = isParams(params) ? params.lang : undefined
  return typeof lang === 'string' ? lang : undefined
}

function preferredLanguage(header: string | undefined): string {
  return languagesIn(header)[0] ?? DEFAULT
}

/** Tags of the header, the most wanted first. */
function languagesIn(header: string | undefined): string[] {
  return (header ?? '')
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((text) => text.trim())
      return { tag, weight: weightOf(parameters) }
    })
    .filter(({ tag, weight }) => weight > 0 && TAG.test(tag))
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)
}

function weightOf(parameters: string[]): number {
  const q = parameters.find((parameter) => parameter.startsWith('q='))
  const weight = q === undefined ? 1 : Number(q.slice(2))
  return Number.isFinite(weight) ? weight : 0
}
