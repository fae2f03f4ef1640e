import { readFile } from 'node:fs/promises'
import {
  checkPair,
  dayOf,
  expiresSoon,
  flawOf,
  type KeyAndChain,
} from '../../kernel/acme/certificate-facts.ts'
import { readStored } from '../../kernel/acme/stored-files.ts'
import type { Config } from '../../kernel/base/config.ts'
import { type Text, t } from '../../kernel/text/messages.ts'
import { type Finding, fail, ok, reasonOf, warn } from './finding.ts'

/** Looks at the certificate of a server that ends TLS itself, also where this shell does not know that it does. */
export async function checkCertificate(config: Config): Promise<Finding[]> {
  const files = config.https?.files ?? null
  if (files !== null) {
    const pair = await readFiles(files).catch((error) => reasonOf(error))
    if (typeof pair === 'string') {
      return [
        fail(
          t('The certificate cannot be read: {reason}', { reason: pair }),
          t('Check TLS_CERT_FILE and TLS_KEY_FILE'),
        ),
      ]
    }
    return [judge(config, pair, t('The program that renews it has to write both files anew'))]
  }
  const stored = await readStored(config.dataDir, 'certificate')
  const failure = await readStored(config.dataDir, 'failure')
  if (config.https === null && stored === null && failure === null) return []
  const findings: Finding[] = []
  if (stored !== null) findings.push(judge(config, stored, t('The log says why it is not renewed')))
  if (failure !== null) {
    const advice = t(
      'The server tries again by itself; the ports 80 and 443 of the name have to lead to it',
    )
    findings.push((stored === null ? fail : warn)(failure.text, advice))
  }
  if (findings.length > 0) return findings
  return [ok(t('The first start with HTTPS asks the authority for a certificate'))]
}

async function readFiles(files: { certificate: string; key: string }): Promise<KeyAndChain> {
  return { cert: await readFile(files.certificate, 'utf8'), key: await readFile(files.key, 'utf8') }
}

function judge({ origin }: Config, pair: KeyAndChain, advice: Text): Finding {
  const now = Date.now()
  const { hostname } = new URL(origin)
  try {
    const certificate = checkPair(pair)
    const flaw = flawOf(certificate, hostname, now)
    if (flaw !== null) return fail(t('The certificate for HTTPS {flaw}', { flaw }), advice)
    const day = dayOf(certificate.validToDate.getTime())
    const text = t('The certificate for HTTPS is valid until {day}', { day })
    return expiresSoon(certificate, now) ? warn(text, advice) : ok(text)
  } catch (error) {
    return fail(
      t('The certificate for HTTPS cannot be used: {reason}', { reason: reasonOf(error) }),
      advice,
    )
  }
}
