import type { PageProps } from '../../page.ts'
import './federation.css'
import { AllServers } from './all-servers.tsx'
import { OneServer } from './one-server.tsx'

export function Page({ rest: [domain] }: PageProps) {
  return domain === undefined ? <AllServers /> : <OneServer domain={domain} />
}
