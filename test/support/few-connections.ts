import { POSTGRES_DEFAULTS } from '../../src/kernel/base/postgres-settings.ts'
import { GENEROUS } from './in-time.ts'

/** Several processes with several databases each share one server, which lets in 100 connections unless it is told other. */
export const FEW_CONNECTIONS = { ...POSTGRES_DEFAULTS, pool: 5, slowPool: 2 }

/** On a busy machine a connection, or an answer, may be waited for longer than a server does. */
export const PATIENT = { connect: GENEROUS, usual: GENEROUS, slow: GENEROUS }
