import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import type { App } from '../app.ts'
import type { Permission } from './permissions.ts'
import type { ApiScope } from './scopes.ts'

export type Server = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

/** What a slice gives to the server: it registers its routes. */
export type Routes = (server: Server, app: App) => void

/** Who asks. Made by the auth hook from a bearer token, or from a session cookie plus CSRF token. */
export interface Auth {
  tokenId: string | null
  sessionId: string | null
  applicationId: string | null
  /** a session has them all, as its pages act for the user */
  scopes: ReadonlySet<string>
  user: Viewer | null
}

/** The user behind a token or session, with what most routes need of them. */
export interface Viewer {
  /** id of the account; most domain functions want this */
  id: string
  userId: string
  username: string
  roleId: string | null
  /** own role OR the base role (S-064) */
  permissions: number
  rolePosition: number
  locale: string
  /** null means all (S-322) */
  chosenLanguages: readonly string[] | null
  /** another one after each change of the account's filters; 0: there were never any */
  filtersVersion: number
  silenced: boolean
  /** why the user may not use the API for now, or null (S-026, S-027) */
  barred: 'unconfirmed' | 'unapproved' | 'disabled' | 'suspended' | 'two_factor' | null
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Every `/api` route declares one or the server does not start. `public`: no token needed and
     * none checked beyond being valid; `any`: any token; a list: one of them suffices.
     */
    scope?: ApiScope | readonly ApiScope[] | 'public' | 'any'
    /**
     * What the caller's role must allow, one of them if there are several. Every address under `/admin/`
     * declares it or the server does not start; `everybody`: the answer depends on who asks.
     */
    permission?: Permission | readonly Permission[] | 'everybody'
    /** an admin call that only reads although its method is not GET: it leaves no trace in the audit log */
    readsOnly?: boolean
    /** a token is not needed, but if there is one it must have the scope (S-411) */
    anonymous?: boolean
    /** an application's own token suffices (else 422 without a user, S-025) */
    appToken?: boolean
    /** works while the e-mail is unconfirmed or approval is pending */
    unconfirmed?: boolean
    /** S-019: `page` max-age 15 for anonymous GETs, `document` max-age 300 for everybody */
    cache?: 'page' | 'document'
    /** S-017: unix seconds of the Deprecation header */
    deprecatedSince?: number
    /** S-048, S-050: buckets that this route spends besides the general ones */
    limits?: readonly string[]
    /** its answers end when somebody leaves, so how long they take says nothing */
    staysOpen?: boolean
    /** bytes; default 1 MiB */
    maxBody?: number
  }
  interface FastifyRequest {
    auth: Auth | null
  }
}
