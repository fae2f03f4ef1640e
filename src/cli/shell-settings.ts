import { type Config, readConfig } from '../kernel/base/config.ts'

type Environment = Readonly<NodeJS.ProcessEnv>

/**
 * The settings of an operator's shell, as far as they say where the data are: the address may be known to the database alone, and
 * HTTPS, which needs it, is left aside without one.
 *
 * @throws ConfigError
 */
export function readShellSettings(env: Environment): Config {
  return readConfig(env, undefined, undefined, env.ORIGIN ? undefined : false)
}

/** The same settings with the address that the database was made for, and all that depends on it. @throws ConfigError */
export function withStoredOrigin(env: Environment, origin: string): Config {
  return readConfig({ ...env, ORIGIN: origin })
}
