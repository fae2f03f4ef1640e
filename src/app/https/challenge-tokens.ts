/** Answers to the challenges that are under way, by token (RFC 8555, section 8.3). */
export type ChallengeTokens = Map<string, string>

const PATH = /^\/\.well-known\/acme-challenge\/([\w-]{16,128})$/

/**
 * The answer to a request for a challenge: only of a token that this server asked for itself (A107).
 * @param url as the request names it
 * @returns undefined: it is about something else; null: no such challenge is under way
 */
export function answerOf(tokens: ChallengeTokens, url: string): string | null | undefined {
  if (!url.startsWith('/.well-known/acme-challenge/')) return undefined
  const token = PATH.exec(url)?.[1]
  return token === undefined ? null : (tokens.get(token) ?? null)
}
