import type { Finding } from '../../features/health/finding.ts'
import type { Config } from '../../kernel/base/config.ts'

/** A check of the settings and surroundings, which needs no usable database. */
export type Check = (config: Config) => Promise<Finding[]>
