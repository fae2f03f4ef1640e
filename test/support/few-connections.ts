import { POSTGRES_DEFAULTS } from '../../src/kernel/base/postgres-settings.ts'
import type { Deadlines } from '../../src/kernel/db/postgres/deadlines.ts'

/** Several processes with several databases each share one server, which lets in 100 connections unless it is told other. */
export const FEW_CONNECTIONS = { ...POSTGRES_DEFAULTS, pool: 5, slowPool: 2 }

/** The server is asked by many tests at once, and may stand still for seconds: only tests of that are to notice. */
export const PATIENT: Deadlines = { connect: 60_000, usual: 60_000, slow: 60_000 }
