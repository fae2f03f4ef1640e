/** A separate client for a service whose address comes from the operator only, or is of this server. */
export interface OperatorEndpoint {
  name: string
  /** the variable that holds the address */
  setting: string
  /** the package or built-in module that opens the connection */
  client: string
  /** the file, or the folder with its slash, that may import it */
  module: string
}

/** The only connections that bypass `egress.ts`. A test checks every import in `src/` against this list (A31). */
export const operatorEndpoints: readonly OperatorEndpoint[] = [
  { name: 'database', setting: 'DATABASE_URL', client: 'pg', module: 'src/kernel/db/' },
  {
    name: 'Redis',
    setting: 'REDIS_URL',
    client: '@redis/client',
    module: 'src/kernel/redis/client.ts',
  },
  {
    name: 'translation',
    setting: 'TRANSLATION_URL',
    client: 'undici',
    module: 'src/features/translation/client.ts',
  },
  {
    name: 'media storage',
    setting: 'MEDIA_STORAGE',
    client: 'undici',
    module: 'src/kernel/storage/s3/client.ts',
  },
  {
    name: 'certificate authority',
    setting: 'ACME_DIRECTORY',
    client: 'undici',
    module: 'src/kernel/acme/transport.ts',
  },
  { name: 'mail', setting: 'SMTP_URL', client: 'nodemailer', module: 'src/kernel/mail/mail.ts' },
  {
    name: 'writer, over a local socket',
    setting: 'WORKERS',
    client: 'node:http',
    module: 'src/app/workers/forward.ts',
  },
]
