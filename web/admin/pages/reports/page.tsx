import type { PageProps } from '../../page.ts'
import './reports.css'
import { AllReports } from './all-reports.tsx'
import { OneReport } from './one-report.tsx'

export function Page({ rest: [id] }: PageProps) {
  return id === undefined ? <AllReports /> : <OneReport id={id} />
}
