/** A client of its own for something whose address the operator set, so that nobody else names it. */
export interface OperatorEndpoint {
  name: string
  /** the variable that holds the address */
  setting: string
  /** the package or built-in module that opens the connection */
  client: string
  /** the file, or the folder with its slash, that may import it */
  module: string
}

/**
 * The only connections that do not go through `egress.ts`. A test holds every import in `src/`
 * against this list (A31).
 */
export const operatorEndpoints: readonly OperatorEndpoint[] = [
  { name: 'database', setting: 'DATABASE_URL', client: 'pg', module: 'src/db/' },
  {
    name: 'translation',
    setting: 'TRANSLATION_URL',
    client: 'undici',
    module: 'src/translation/client.ts',
  },
  { name: 'mail', setting: 'SMTP_URL', client: 'nodemailer', module: 'src/mail.ts' },
]
