import { readFile } from 'node:fs/promises'
import { checkPair, dayOf, expiresSoon, flawOf } from '../../app/https/certificate-facts.ts'
import { readStored } from '../../app/https/certificate-store.ts'
import type { KeyAndChain } from '../../app/https/tls-state.ts'
import type { Config } from '../../kernel/base/config.ts'
import { type Check, type Finding, fail, ok, reasonOf, warn } from './finding.ts'

/** Looks at the certificate of a server that ends TLS itself, also where this shell does not know that it does. */
export const checkCertificate: Check = async (config) => {
  const files = config.https?.files ?? null
  if (files !== null) {
    const pair = await readFiles(files).catch((error) => reasonOf(error))
    if (typeof pair === 'string') {
      return [
        fail(`The certificate cannot be read: ${pair}`, 'Check TLS_CERT_FILE and TLS_KEY_FILE'),
      ]
    }
    return [judge(config, pair, 'The program that renews it has to write both files anew')]
  }
  const stored = await readStored(config.dataDir, 'certificate')
  const failure = await readStored(config.dataDir, 'failure')
  if (config.https === null && stored === null && failure === null) return []
  const findings: Finding[] = []
  if (stored !== null) findings.push(judge(config, stored, 'The log says why it is not renewed'))
  if (failure !== null) {
    const advice =
      'The server tries again by itself; the ports 80 and 443 of the name have to lead to it'
    findings.push((stored === null ? fail : warn)(failure.text, advice))
  }
  if (findings.length > 0) return findings
  return [ok('The first start with HTTPS asks the authority for a certificate')]
}

async function readFiles(files: { certificate: string; key: string }): Promise<KeyAndChain> {
  return { cert: await readFile(files.certificate, 'utf8'), key: await readFile(files.key, 'utf8') }
}

function judge({ origin }: Config, pair: KeyAndChain, advice: string): Finding {
  const now = Date.now()
  const { hostname } = new URL(origin)
  try {
    const certificate = checkPair(pair)
    const flaw = flawOf(certificate, hostname, now)
    if (flaw !== null) return fail(`The certificate for HTTPS ${flaw}`, advice)
    const text = `The certificate for HTTPS is valid until ${dayOf(certificate.validToDate.getTime())}`
    return expiresSoon(certificate, now) ? warn(text, advice) : ok(text)
  } catch (error) {
    return fail(`The certificate for HTTPS cannot be used: ${reasonOf(error)}`, advice)
  }
}
