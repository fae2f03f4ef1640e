import type { FastifyReply } from 'fastify'

export interface PageOptions {
  /** origins (or schemes such as `myapp:`) besides ours that a form of the page may submit to */
  formTargets?: readonly string[]
  /** stays connected to the window that opened the page: clients wait for their consent popup */
  popup?: boolean
  /** may be shown in frames of other sites */
  embeddable?: boolean
  /** runs a script of ours, which may send requests to this server */
  script?: boolean
  /** starts the service worker */
  worker?: boolean
}

/** a bare origin or scheme: it cannot end the CSP directive */
const FORM_TARGET = /^[a-z][a-z0-9+.-]*:(\/\/[a-z0-9.:[\]-]+)?$/i

/**
 * Headers of an HTML page: scripts and frames only by option, nothing from other hosts but stored files from the one
 * that the operator has them served by.
 * @see https://www.w3.org/TR/CSP3/
 */
export function pageHeaders(reply: FastifyReply, options: PageOptions = {}): void {
  const others = (options.formTargets ?? []).filter((target) => FORM_TARGET.test(target))
  const targets = ["'self'", ...others].join(' ')
  const frames = options.embeddable === true ? '*' : "'none'"
  const { mediaOrigin } = reply.server
  const media = mediaOrigin === null ? '' : ` ${mediaOrigin}`
  const scripts = options.script === true ? `script-src 'self'; connect-src 'self'${media}; ` : ''
  const workers = options.worker === true ? "worker-src 'self'; " : ''
  reply.header('content-type', 'text/html; charset=utf-8')
  reply.header(
    'content-security-policy',
    `default-src 'none'; style-src 'self'; img-src 'self' data:${media}; media-src 'self'${media}; ` +
      `font-src 'self'; ${scripts}${workers}manifest-src 'self'; form-action ${targets}; base-uri 'none'; frame-ancestors ${frames}`,
  )
  reply.header('x-content-type-options', 'nosniff')
  reply.header('referrer-policy', 'same-origin')
  if (options.popup !== true) reply.header('cross-origin-opener-policy', 'same-origin')
}
