import type { Fixed } from '../kernel/db/column-helpers.ts'

declare module '../kernel/db/schema.ts' {
  interface Schema {
    process_lease: ProcessLeaseTable
  }
}

export interface ProcessLeaseTable {
  number: Fixed<number>
  /** random, so that a process recognises its own lease */
  holder: string
  expires_at: number
}
