/** Settings that count only where the server ends TLS itself. */
const OF_HTTPS = [
  ...['ACME_CA_FILE', 'ACME_DIRECTORY', 'ACME_EMAIL', 'HSTS_DAYS', 'HTTPS_PORT', 'HTTP_PORT'],
  ...['TLS_CERT_FILE', 'TLS_KEY_FILE'],
]

/**
 * A line about settings that change nothing, because the one that they belong to is not set: the operator believes that
 * they count. Those of PostgreSQL without DATABASE_URL are refused.
 *
 * @param https as the server reads it from its settings and options
 */
export function idleSettings(
  env: Readonly<Record<string, string | undefined>>,
  { https }: { https: unknown },
): string[] {
  const idle = https === null ? OF_HTTPS.filter((name) => env[name]) : []
  return idle.length === 0
    ? []
    : [`${idle.join(', ')} in the environment: no effect without HTTPS=on`]
}
