import { SETTING_NAMES } from './misspelt-settings.ts'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * The environment with all settings without the blanks around them, which an environment file of Docker keeps: a folder with a
 * blank for a name would become a second server.
 */
export function trimmedSettings<E extends Environment>(env: E): E {
  const named = SETTING_NAMES.filter((name) => env[name] !== undefined)
  return { ...env, ...Object.fromEntries(named.map((name) => [name, env[name]?.trim()])) }
}
