import { createHash, createPrivateKey, X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { rootCertificates } from 'node:tls'
import { DAY } from '../base/durations.ts'
import { type Said, said } from '../base/translatable-text.ts'
import { utcMinute } from '../base/utc-minute.ts'
import { UnusableCertificate } from './unusable-certificate.ts'

/** A private key and the chain of certificates that begins with its own, both PEM. */
export interface KeyAndChain {
  key: string
  cert: string
}

/** The rest of a life in which somebody should know that no new certificate came. */
const SOON = 7 * DAY

/** @throws UnusableCertificate if the two do not belong together, or are none */
export function checkPair({ key, cert }: KeyAndChain): X509Certificate {
  const certificate = readCertificate(cert)
  if (!certificate.checkPrivateKey(readKey(key))) {
    throw new UnusableCertificate(said('the key is not that of the certificate'))
  }
  return certificate
}

/** The first certificate of a chain, which is the server's own. */
export function readCertificate(pem: string): X509Certificate {
  try {
    return new X509Certificate(pem)
  } catch (cause) {
    throw new UnusableCertificate(said('the certificate is not a PEM file of certificates'), {
      cause,
    })
  }
}

function readKey(pem: string) {
  try {
    return createPrivateKey(pem)
  } catch (cause) {
    const reason = said('the key is not a PEM file of a private key without a passphrase')
    throw new UnusableCertificate(reason, { cause })
  }
}

/** The flaw of a certificate at a time, as a sentence; null: nothing. */
export function flawOf(certificate: X509Certificate, hostname: string, now: number): Said | null {
  const { validFromDate, validToDate } = certificate
  const clock = utcMinute(now)
  if (now < validFromDate.getTime()) {
    return said(
      'The certificate for HTTPS is not valid before {day}, and the clock of this machine says {clock}: set the clock, or wait',
      { day: utcMinute(validFromDate.getTime()), clock },
    )
  }
  if (now >= validToDate.getTime()) {
    return said(
      'The certificate for HTTPS has expired on {day}, and the clock of this machine says {clock}',
      { day: utcMinute(validToDate.getTime()), clock },
    )
  }
  const name = hostname.replace(/^\[|\]$/g, '')
  const isFor = isIP(name) === 0 ? certificate.checkHost(name) : certificate.checkIP(name)
  if (isFor !== undefined) return null
  return said('The certificate for HTTPS is not for {name}, so browsers and servers refuse it', {
    name,
  })
}

/**
 * A sentence about a chain that ends with the server's own certificate although another one signed it; null: nothing.
 * Browsers that met the issuer elsewhere find it by themselves, servers and apps do not.
 */
export function chainFlawOf({ cert }: Pick<KeyAndChain, 'cert'>): Said | null {
  const certificate = readCertificate(cert)
  const { issuer, subject } = certificate
  const isWhole = issuer === subject || (cert.match(/-----BEGIN /g)?.length ?? 0) > 1
  if (isWhole || rootCertificates.some((pem) => new X509Certificate(pem).subject === issuer)) {
    return null
  }
  return said(
    'The certificate for HTTPS comes without that of its issuer, {issuer}: servers and apps refuse it. The file has to hold the whole chain',
    { issuer: /^CN=(.*)$/m.exec(issuer)?.[1] ?? issuer.replaceAll('\n', ', ') },
  )
}

/** Names a certificate among those of this server, also one that cannot be read. @param pair null: there is none */
export function fingerprintOf(pair: Pick<KeyAndChain, 'cert'> | null): string | null {
  return pair === null ? null : createHash('sha256').update(pair.cert).digest('hex')
}

/** @returns ms until it expires, below 0 after that */
export function restOf(certificate: X509Certificate, now: number): number {
  return certificate.validToDate.getTime() - now
}

export function expiresSoon(certificate: X509Certificate, now: number): boolean {
  const life = certificate.validToDate.getTime() - certificate.validFromDate.getTime()
  return restOf(certificate, now) < Math.min(SOON, life / 6)
}
