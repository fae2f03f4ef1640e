import { readFile } from 'node:fs/promises'
import {
  chainFlawOf,
  checkPair,
  expiresSoon,
  fingerprintOf,
  flawOf,
  type KeyAndChain,
} from '../../kernel/acme/certificate-facts.ts'
import { type Failures, readStored } from '../../kernel/acme/stored-files.ts'
import { UnusableCertificate } from '../../kernel/acme/unusable-certificate.ts'
import type { Config } from '../../kernel/base/config.ts'
import { utcMinute } from '../../kernel/base/utc-minute.ts'
import { asText, sentences, type Text, t } from '../../kernel/text/messages.ts'
import { type Finding, fail, ok, reasonOf, warn } from './finding.ts'

/** Looks at the certificate of a server that ends TLS itself, also where this shell does not know that it does. */
export async function checkCertificate(config: Config, now: number): Promise<Finding[]> {
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
    const found = judge(
      config,
      pair,
      now,
      t('The program that renews it has to write both files anew'),
    )
    const chainFlaw = found.level === 'ok' ? chainFlawOf(pair) : null
    if (chainFlaw === null) return [found]
    return [found, warn(asText(chainFlaw), t('Check TLS_CERT_FILE and TLS_KEY_FILE'))]
  }
  const stored = await readStored(config.dataDir, 'certificate')
  const told = await readStored(config.dataDir, 'failures')
  const failures = told?.replaced === fingerprintOf(stored) ? told : null
  if (config.https === null && stored === null && failures === null) return []
  const findings: Finding[] = []
  if (stored !== null) {
    findings.push(judge(config, stored, now, t('The log says why it is not renewed')))
  }
  if (failures !== null) findings.push(describeFailures(failures, findings[0]?.level ?? 'fail'))
  if (findings.length > 0) return findings
  return [ok(t('The first start with HTTPS asks the authority for a certificate'))]
}

async function readFiles(files: { certificate: string; key: string }): Promise<KeyAndChain> {
  return { cert: await readFile(files.certificate, 'utf8'), key: await readFile(files.key, 'utf8') }
}

/** @param level of the certificate in use: while that is good for weeks, failures are worth a look */
function describeFailures(
  { since, again, reason, advice }: Failures,
  level: Finding['level'],
): Finding {
  const values = { day: utcMinute(since), reason: asText(reason) }
  const text = t('No new certificate for HTTPS could be had since {day}: {reason}', values)
  const next = t('The server tries again by itself, next at {day}', { day: utcMinute(again) })
  const toDo = sentences([...advice.map(asText), next])
  return (level === 'ok' ? warn : fail)(text, toDo)
}

function judge({ origin }: Config, pair: KeyAndChain, now: number, advice: Text): Finding {
  const { hostname } = new URL(origin)
  try {
    const certificate = checkPair(pair)
    const flaw = flawOf(certificate, hostname, now)
    if (flaw !== null) return fail(asText(flaw), advice)
    const day = utcMinute(certificate.validToDate.getTime())
    const text = t('The certificate for HTTPS is valid until {day}', { day })
    return expiresSoon(certificate, now) ? warn(text, advice) : ok(text)
  } catch (error) {
    const reason = error instanceof UnusableCertificate ? asText(error.reason) : reasonOf(error)
    return fail(t('The certificate for HTTPS cannot be used: {reason}', { reason }), advice)
  }
}
