import type { JobHandlers } from '../../kernel/jobs/handlers.ts'
import { quoteJobs } from './about-quotes.ts'
import { digestJobs } from './digest/mail.ts'
import { audienceJobs } from './notify-many.ts'
import { removalJobs } from './removal.ts'
import { mergeJobs } from './requests/requests.ts'

export const jobs: JobHandlers = {
  ...audienceJobs,
  ...quoteJobs,
  ...removalJobs,
  ...mergeJobs,
  ...digestJobs,
}
