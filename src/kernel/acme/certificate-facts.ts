import { createPrivateKey, X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { DAY } from '../base/durations.ts'

/** A private key and the chain of certificates that begins with its own, both PEM. */
export interface KeyAndChain {
  key: string
  cert: string
}

/** The rest of a life in which somebody should know that no new certificate came. */
const SOON = 7 * DAY

/** @throws Error with a reason if the two do not belong together, or are none */
export function checkPair({ key, cert }: KeyAndChain): X509Certificate {
  const certificate = readCertificate(cert)
  if (!certificate.checkPrivateKey(readKey(key))) {
    throw new Error('the key is not that of the certificate')
  }
  return certificate
}

/** The first certificate of a chain, which is the server's own. */
export function readCertificate(pem: string): X509Certificate {
  try {
    return new X509Certificate(pem)
  } catch (cause) {
    throw new Error('the certificate is not a PEM file of certificates', { cause })
  }
}

function readKey(pem: string) {
  try {
    return createPrivateKey(pem)
  } catch (cause) {
    throw new Error('the key is not a PEM file of a private key without a passphrase', { cause })
  }
}

/** The flaw of a certificate at a time, as the end of a sentence that begins with its name; null: nothing. */
export function flawOf(certificate: X509Certificate, hostname: string, now: number): string | null {
  const { validFromDate, validToDate } = certificate
  const clock = `the clock of this machine says ${dayOf(now)}`
  if (now < validFromDate.getTime()) {
    return `is not valid before ${dayOf(validFromDate.getTime())}, and ${clock}: set the clock, or wait`
  }
  if (now >= validToDate.getTime()) {
    return `has expired on ${dayOf(validToDate.getTime())}, and ${clock}`
  }
  const name = hostname.replace(/^\[|\]$/g, '')
  const isFor = isIP(name) === 0 ? certificate.checkHost(name) : certificate.checkIP(name)
  return isFor === undefined ? `is not for ${name}, so browsers and servers refuse it` : null
}

/** @returns ms until it expires, below 0 after that */
export function restOf(certificate: X509Certificate, now: number): number {
  return certificate.validToDate.getTime() - now
}

export function expiresSoon(certificate: X509Certificate, now: number): boolean {
  const life = certificate.validToDate.getTime() - certificate.validFromDate.getTime()
  return restOf(certificate, now) < Math.min(SOON, life / 6)
}

/** UTC to the minute. @param time ms since 1970 */
export function dayOf(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
