/** Names of the settings that the environment may have: README has the table, and a test compares the two. */
export const SETTING_NAMES: readonly string[] = `
ACME_CA_FILE ACME_DIRECTORY ACME_EMAIL AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN DATABASE_POOL DATABASE_REPLICA_LAG
DATABASE_REPLICA_URL DATABASE_SLOW_POOL DATABASE_SLOW_TIMEOUT DATABASE_TIMEOUT DATABASE_URL DATA_DIR EGRESS_ALLOW EMAIL_DNS GIF_KEY
GIF_PROVIDER GIF_URL HANDLE_DOMAIN HOST HSTS_DAYS HTTPS HTTPS_PORT HTTP_PORT LIMITED_FEDERATION_MODE LOG_LEVEL MEDIA_BASE_URL
MEDIA_STORAGE MEDIA_STORAGE_OLD METRICS_TOKEN ORIGIN PORT RATE_LIMITS REDIS_URL SECURE_MODE SHUTDOWN_TIMEOUT SMTP_URL TLS_CERT_FILE
TLS_KEY_FILE TRANSLATION_BACKEND TRANSLATION_KEY TRANSLATION_URL TRUSTED_PROXIES UPDATE_CHECK WORKERS
`
  .trim()
  .split(/\s+/)

/** letters of a setting: to shorter ones too many others are near */
const LEAST = 5

/**
 * A line for each variable whose name is almost that of a setting: with one letter too many, too few, another or two exchanged, or
 * in small letters. Such a line of an environment file would be ignored, and the server would start with the default.
 */
export function misspeltSettings(env: Readonly<Record<string, string | undefined>>): string[] {
  return Object.keys(env).flatMap((name) => {
    if (SETTING_NAMES.includes(name)) return []
    const meant = SETTING_NAMES.find((setting) => isAlmost(name.toUpperCase(), setting))
    return meant === undefined || env[meant] !== undefined
      ? []
      : [`${name} in the environment is no setting: ${meant} is`]
  })
}

function isAlmost(name: string, setting: string): boolean {
  if (setting.length < LEAST || Math.abs(name.length - setting.length) > 1) return false
  let at = 0
  while (at < name.length && name[at] === setting[at]) at++
  const [rest, right] = [name.slice(at), setting.slice(at)]
  return (
    rest.slice(1) === right ||
    rest === right.slice(1) ||
    rest.slice(1) === right.slice(1) ||
    (rest.slice(2) === right.slice(2) && rest[0] === right[1] && rest[1] === right[0])
  )
}
