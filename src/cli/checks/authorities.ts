import { readAuthorities } from '../../app/https/authorities-file.ts'
import { fail, ok, reasonOf } from '../../features/health/finding.ts'
import type { Check } from './check.ts'

/** Checks the file of certificates that the authority's server is checked against, where a certificate is asked for. */
export const checkAuthorities: Check = async ({ https }) => {
  const file = https?.files === null ? https.authority.caFile : null
  if (file === null) return []
  try {
    await readAuthorities(file)
    return [ok(`ACME_CA_FILE ${file} holds certificates`)]
  } catch (error) {
    return [fail(reasonOf(error), 'Correct ACME_CA_FILE, or unset it')]
  }
}
