import type { Fixed, Json } from '../../kernel/db/column-helpers.ts'

declare module '../../kernel/db/schema.ts' {
  interface Schema {
    access_token: AccessTokenTable
    application: ApplicationTable
    authorization_code: AuthorizationCodeTable
  }
}

export interface ApplicationTable {
  id: Fixed<string>
  name: string
  website: string | null
  redirect_uris: Json<string[]>
  scopes: string
  client_id: string
  client_secret_hash: string
  created_at: number
}

export interface AuthorizationCodeTable {
  id: Fixed<string>
  code_hash: string
  application_id: string
  user_id: string
  redirect_uri: string
  scopes: string
  code_challenge: string | null
  expires_at: number
  used_at: number | null
  /** the token it was exchanged for: a second use of the code revokes the token */
  token_id: string | null
}

export interface AccessTokenTable {
  id: Fixed<string>
  /** SHA-256 of the token, hex; the token itself is derived from the id and a secret */
  token_hash: string
  application_id: string
  /** null: an application's own token */
  user_id: string | null
  scopes: string
  created_at: number
  revoked_at: number | null
  /** day (ms / 86400000) of the last use */
  last_used_day: number | null
}
