import type { Db } from '../../kernel/db/database.ts'

const SIZES = ['original', 'small'] as const

/** Cache ids of files that the staff may still need. */
export async function neededFiles(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('media_attachment')
    .select('proxy_name')
    .where('proxy_name', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('status_id', 'in', (sub) =>
          sub
            .selectFrom('report_status')
            .innerJoin('report', 'report.id', 'report_status.report_id')
            .select('report_status.status_id')
            .where('report.action_taken_at', 'is', null),
        ),
        eb('status_id', 'in', (sub) =>
          sub.selectFrom('account_warning_status').select('status_id'),
        ),
        eb('id', 'in', (sub) => sub.selectFrom('media_evidence').select('media_id')),
      ]),
    )
    .execute()
  return rows.flatMap(({ proxy_name }) => SIZES.map((size) => `media/${proxy_name}/${size}`))
}
