import type { JobHandlers } from '../jobs/handlers.ts'
import { shrinkCache } from './cache.ts'

export const jobs: JobHandlers = {
  'proxy.shrink': { run: shrinkCache },
}
