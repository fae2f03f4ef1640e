import type { Fixed, JsonOrNull } from '../../kernel/db/column-helpers.ts'

declare module '../../kernel/db/schema.ts' {
  interface Schema {
    annual_report: AnnualReportTable
  }
}

export interface AnnualReportTable {
  id: Fixed<string>
  account_id: Fixed<string>
  year: Fixed<number>
  schema_version: number
  /** null: it is being generated */
  data: JsonOrNull<Record<string, unknown>>
  read_at: number | null
  created_at: number
}
