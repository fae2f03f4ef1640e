// npm run bench [-- scale|tail|work|peers|growth|pauses] [-- options]: see main.ts and the files named here
const OTHERS: Record<string, string> = {
  scale: './scale.ts',
  tail: './tail.ts',
  work: './work.ts',
  peers: './peers/main.ts',
  growth: './growth.ts',
  pauses: './pauses.ts',
}
await import(OTHERS[process.argv[2] ?? ''] ?? './main.ts')
