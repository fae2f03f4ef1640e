import { api } from '../../shared/api.ts'
import type { AnnualReportState, WrappedAnnualReports } from '../../shared/entities/api.ts'

const BASE = '/api/v1/annual_reports'

export type YearState = AnnualReportState['state']

export const stateOf = async (year: number): Promise<YearState> =>
  (await api.get<AnnualReportState>(`${BASE}/${year}/state`)).state

export const reportOf = (year: number) => api.get<WrappedAnnualReports>(`${BASE}/${year}`)

/** Reports that are ready and were not looked at. */
export const unreadReports = () => api.get<WrappedAnnualReports>(BASE)

export const orderReport = (year: number) => api.post(`${BASE}/${year}/generate`)

export const markRead = (year: number) => api.post(`${BASE}/${year}/read`)
