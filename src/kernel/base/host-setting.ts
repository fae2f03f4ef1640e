import { isIP } from 'node:net'
import { shown } from './shown-setting.ts'

/**
 * The address to listen on. In brackets, as in a URL, it is the same one; a name that DNS does not know may become known.
 * @throws Error with the line for the operator
 */
export function readHost(text: string | undefined): string {
  const host = (text || '::').replace(/^\[(.*)\]$/, '$1')
  const isNumber = /^[\d.]+\.\d+$/.test(host) && isIP(host) === 0 && host.split('.').length === 4
  if (isIP(host) !== 0 || (/^[a-z0-9._-]+$/i.test(host) && !isNumber)) return host
  throw new Error(
    `HOST must be an address or the name of this machine, such as 127.0.0.1, or :: for all of them, not "${shown(host)}"`,
  )
}
