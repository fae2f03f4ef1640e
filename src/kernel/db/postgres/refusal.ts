import { hasPassword } from '../../base/postgres-address.ts'
import { causeCodeOf, reasonOf } from './errors.ts'

/** By code of the connection, or of PostgreSQL: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const ADVICE: Record<string, string> = {
  ECONNREFUSED: 'start PostgreSQL there, or correct the address in',
  ENOTFOUND: 'correct the host in',
  '28P01': 'correct user and password in',
  '28000': 'let that user in (pg_hba.conf), or correct it in',
  '3D000': 'make it first (createdb), or correct its name in',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'name a host that is in the certificate, or encrypt without a check of it by sslmode=no-verify, in',
}

/** Of certificates that Node does not trust: https://nodejs.org/api/tls.html#x509-certificate-error-codes */
const UNTRUSTED = /^(?:CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/
const NAME_AUTHORITY =
  'name the certificate of its authority by sslrootcert=FILE, or encrypt without a check by sslmode=no-verify, in'

/** Of messages without a code of their own: of PostgreSQL 15 and `pg` 8.23. */
const BY_MESSAGE: readonly { message: RegExp; advice: string }[] = [
  {
    message: /is not permitted to log in/,
    advice: 'allow that (alter role … login), or correct the user in',
  },
  {
    message: /does not support SSL/,
    advice: 'turn on ssl in postgresql.conf there, or leave the parameter sslmode out of',
  },
]

/** `pg` asks its own caller for the password only after the server did, and then throws. */
const NO_PASSWORD = /client password must be|empty password/

/** The reason and advice of a refused connection: one line without the password. @param setting that has the address */
export function describeRefusal(
  error: unknown,
  { url, setting }: { url: string; setting: string },
): string {
  const [reason, code] = [reasonOf(error), causeCodeOf(error) ?? '']
  if (!hasPassword(url) && NO_PASSWORD.test(reason)) {
    return `a password is asked for, and none is given: add it to ${setting}, or set PGPASSWORD`
  }
  const known = BY_MESSAGE.find(({ message }) => message.test(reason))
  if (known !== undefined) return `${reason}; ${known.advice} ${setting}`
  if (UNTRUSTED.test(code)) {
    // Node adds how to make it trust another authority, in words about Node
    return `its certificate is not trusted (${reason.split(';', 1)[0]}); ${NAME_AUTHORITY} ${setting}`
  }
  if (isOfFile(error)) return `${reason}; correct the path of that file in ${setting}`
  // of a socket in a folder
  const advice = ADVICE[code === 'ENOENT' ? 'ECONNREFUSED' : code]
  return advice === undefined ? reason : `${reason}; ${advice} ${setting}`
}

/** Whether a certificate or key that the address names cannot be read. */
function isOfFile(error: unknown): boolean {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  return (cause as NodeJS.ErrnoException | null)?.syscall === 'open'
}
