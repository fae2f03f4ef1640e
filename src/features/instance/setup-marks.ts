import { markGroup } from './marks.ts'

/** Steps of setting the server up that no setting shows; times are ms since 1970. */
export interface SetupMarks {
  /** the last test mail that a mail server accepted, and the host of that server */
  mail: { at: number; host: string } | null
  /** steps that the staff does not want to see */
  hidden: readonly string[]
}

const NONE: SetupMarks = { mail: null, hidden: [] }

export const setupMarks = markGroup('setup', NONE)
