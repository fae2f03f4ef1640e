/**
 * Asks for what the page shows first while the other scripts still come. The document names the addresses
 * (src/surfaces/pages/program.ts); this file is small and imports nothing, so it is there before all others.
 */

const asked = new Map<string, Promise<Response>>()

for (const path of JSON.parse(contentOf('first-reads') || '[]') as string[]) {
  const headers = { accept: 'application/json', 'x-csrf-token': contentOf('csrf-token') }
  const answer = fetch(path, { headers })
  // who takes it hears of it
  answer.catch(() => {})
  asked.set(path, answer)
}

/** The answer to a first read, once: who asks again wants to know it anew. @returns undefined if it is none */
export function takeFirstRead(path: string): Promise<Response> | undefined {
  const answer = asked.get(path)
  asked.delete(path)
  return answer
}

function contentOf(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
}
