import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { selfSigned } from '../../kernel/acme/certificates.ts'
import { DAY } from '../../kernel/base/durations.ts'
import { StartError } from '../../kernel/db/start-error.ts'
import { readAuthorities } from './authorities-file.ts'

let folder = ''
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rookery-authorities-'))
})
after(() => rm(folder, { recursive: true, force: true }))

async function read(text: string): Promise<string> {
  const file = join(folder, 'authorities.pem')
  await writeFile(file, text)
  return readAuthorities(file)
}

test('S-736 a file of authorities without a certificate is refused, as no server could be believed', async () => {
  const { cert, key } = selfSigned('ca.example', { from: Date.now() - DAY, days: 90 })
  const several = `# both of ours\n${cert}\n${key}\r\n${cert}`
  assert.equal(await read(several), several)

  const refused = (pattern: RegExp) => (error: Error) =>
    error instanceof StartError && error.isSetting && pattern.test(error.message)
  for (const text of ['', key, 'authority', cert.replaceAll('CERTIFICATE', 'PUBLIC KEY')]) {
    await assert.rejects(read(text), refused(/^ACME_CA_FILE \S+ holds no certificate: [^\n]+$/))
  }
  for (const broken of [cert.slice(0, 200), cert.replace(/\n.{20}/, '\n')]) {
    await assert.rejects(read(cert + broken), refused(/^Certificate 2 in ACME_CA_FILE \S+ cannot/))
  }
  await assert.rejects(
    readAuthorities(join(folder, 'none')),
    refused(/cannot be read: there is no/),
  )
})
