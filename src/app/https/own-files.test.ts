import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pino } from 'pino'
import { CERTIFICATES } from '../../../test/support/tls-certificates.ts'
import type { CertificateTrouble } from '../../features/identity/mail-queue.ts'
import { checkPair } from '../../kernel/acme/certificate-facts.ts'
import { DAY } from '../../kernel/base/durations.ts'
import { render } from '../../kernel/base/translatable-text.ts'
import { serveOwnFiles } from './own-files.ts'

const pair = CERTIFICATES['social.example']
const END = checkPair(pair).validToDate.getTime()

/** The mails to the staff about a pair at a time. */
async function toldAt(now: number): Promise<CertificateTrouble[]> {
  const folder = mkdtempSync(join(tmpdir(), 'rookery-own-files-'))
  const files = { certificate: join(folder, 'cert.pem'), key: join(folder, 'key.pem') }
  writeFileSync(files.certificate, pair.cert)
  writeFileSync(files.key, pair.key)
  const told: CertificateTrouble[] = []
  try {
    using _serving = await serveOwnFiles({
      ...{ files, hostname: 'social.example', clock: () => now, log: pino({ level: 'silent' }) },
      show: async () => {},
      tellStaff: async (trouble) => void told.push(trouble),
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
  return told
}

test('S-716 the staff hears of files in the last week of their certificate, and not before', async () => {
  assert.deepEqual(await toldAt(END - 8 * DAY), [])

  const [trouble, ...more] = await toldAt(END - 6 * DAY)

  assert.deepEqual(more, [])
  const { reason, advice, ...rest } = trouble!
  assert.match(render(reason), /is valid until 2126-10-29/)
  assert.match(render(advice[0]!), /has to write both files anew/)
  assert.partialDeepStrictEqual(rest, { validUntil: END, isUrgent: true, isOwn: true })
})
