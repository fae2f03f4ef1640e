import { POSTGRES_DEFAULTS } from '../../src/kernel/base/postgres-settings.ts'

/** Several processes with several databases each share one server, which lets in 100 connections unless it is told other. */
export const FEW_CONNECTIONS = { ...POSTGRES_DEFAULTS, pool: 5, slowPool: 2 }
