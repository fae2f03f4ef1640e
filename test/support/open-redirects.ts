/** Paths that lead to another site only once they were normalised (A64). */
export const NORMALISED_ELSEWHERE = [
  '/..//evil.example',
  '/.//evil.example',
  '/%2e%2e//evil.example',
  '/home/..//evil.example',
  '/home/%2E%2E/%2e//evil.example/',
  '/..\\/evil.example',
  '/.\\\\evil.example',
  '/\n..//evil.example',
  '/..//evil.example?x=1#y',
]
