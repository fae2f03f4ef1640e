import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileProblem } from '../../kernel/base/file-problem.ts'
import { StartError } from '../../kernel/db/start-error.ts'

/** The headers that OpenSSL takes for a certificate, which Node reads such files with: others it leaves out without a word. */
const CERTIFICATES =
  /-----BEGIN ((?:X509 |TRUSTED )?CERTIFICATE)-----[\s\S]*?(?:-----END \1-----|$(?![\s\S]))/g

/**
 * The certificates of ACME_CA_FILE, as PEM. Without one in it no server would be believed.
 * @throws StartError with one line
 */
export async function readAuthorities(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((cause) => {
    throw refusal(`ACME_CA_FILE ${file} cannot be read: ${fileProblem(cause, file, 'read')}`, cause)
  })
  const certificates = text.match(CERTIFICATES) ?? []
  if (certificates.length === 0) {
    throw refusal(
      `ACME_CA_FILE ${file} holds no certificate: name a PEM file, with -----BEGIN CERTIFICATE-----, of the authority behind ACME_DIRECTORY, or unset it`,
    )
  }
  for (const [at, certificate] of certificates.entries()) demandReadable(file, certificate, at + 1)
  return text
}

function demandReadable(file: string, certificate: string, number: number): void {
  try {
    new X509Certificate(certificate)
  } catch (cause) {
    throw refusal(
      `Certificate ${number} in ACME_CA_FILE ${file} cannot be read: copy that file anew`,
      cause,
    )
  }
}

const refusal = (line: string, cause?: unknown) => new StartError(line, { cause, isSetting: true })
