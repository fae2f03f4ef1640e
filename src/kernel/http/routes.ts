import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import type { App } from '../core/app.ts'
import type { Permission } from './permissions.ts'
import type { ApiScope } from './scopes.ts'

export type Server = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

/** Registers the routes of a feature. */
export type Routes = (server: Server, app: App) => void

/** The caller. Created by the auth hook from a bearer token, or from a session cookie plus CSRF token. */
export interface Auth {
  tokenId: string | null
  sessionId: string | null
  applicationId: string | null
  /** a session has all scopes, as its pages act for the user */
  scopes: ReadonlySet<string>
  user: Viewer | null
}

/** The user of a token or session, with the facts that most routes need. */
export interface Viewer {
  /** id of the account; most domain functions take this id */
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
  /** differs after each change of the account's filters; 0: there were never any */
  filtersVersion: number
  silenced: boolean
  /** why the user may not use the API for now, or null (S-026, S-027) */
  barred: 'unconfirmed' | 'unapproved' | 'disabled' | 'suspended' | 'two_factor' | null
}

export type CacheKind = 'page' | 'list' | 'document'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Every `/api` route declares a scope or the server does not start. `public`: no token needed, and a token
     * that is sent only has to be valid; `any`: any token; a list: one of them suffices.
     */
    scope?: ApiScope | readonly ApiScope[] | 'public' | 'any'
    /**
     * The permission that the caller's role needs; one of them if there are several. Every address under `/admin/`
     * declares it or the server does not start; `everybody`: the response depends on the caller.
     */
    permission?: Permission | readonly Permission[] | 'everybody'
    /** an admin call that only reads although its method is not GET: it is not in the audit log */
    readsOnly?: boolean
    /** no token is needed, but a token that is sent must have the scope (S-411) */
    anonymous?: boolean
    /** an application's own token suffices (otherwise 422 without a user, S-025) */
    appToken?: boolean
    /** works while the e-mail is unconfirmed or approval is pending */
    unconfirmed?: boolean
    /**
     * S-019: `page` max-age 15 for anonymous GETs, `document` max-age 300 for everybody; both with a tag (S-581).
     * `list`: a page of posts, without one, as it changes all the time and hashing it would cost a tenth of it
     */
    cache?: CacheKind
    /** S-017: unix seconds of the Deprecation header */
    deprecatedSince?: number
    /** S-048, S-050: buckets that this route uses besides the general ones */
    limits?: readonly string[]
    /**
     * A GET whose visitors may see what is some seconds old, those without a token or session; default: under `/api` each
     * that needs no token.
     */
    mayLag?: boolean
    /** its responses last until the client disconnects, so their duration is not measured */
    staysOpen?: boolean
    /** bytes; default 1 MiB */
    maxBody?: number
  }
  interface FastifyRequest {
    auth: Auth | null
  }
}
