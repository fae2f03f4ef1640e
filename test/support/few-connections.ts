import { POSTGRES_DEFAULTS } from '../../src/kernel/base/postgres-settings.ts'
import { DEADLINES } from '../../src/kernel/db/postgres/deadlines.ts'
import { GENEROUS } from './in-time.ts'

/** Several processes with several databases each share one server, which lets in 100 connections unless it is told other. */
export const FEW_CONNECTIONS = { ...POSTGRES_DEFAULTS, pool: 5, slowPool: 2 }

/** Those of a server, but whoever waits for a connection on a busy machine gets it in the end. */
export const PATIENT = { ...DEADLINES.server, connect: GENEROUS }
